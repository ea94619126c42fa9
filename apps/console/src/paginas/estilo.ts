/** The whole of our styles and our icon: served as files, since the pages' policy allows no inline style. */
export const ESTILO = `
:root { color-scheme: light dark; --fundo: #fff; --texto: #1b2330; --fraco: #5b6676; --linha: #d5dae1; --cor: #0b5cad; --mal: #b3261e; --bem: #1a6b3a; }
@media (prefers-color-scheme: dark) {
  :root { --fundo: #151a21; --texto: #e6eaf0; --fraco: #9aa6b6; --linha: #323b48; --cor: #7ab8ff; --mal: #ff8a80; --bem: #7ddc9f; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--fundo); color: var(--texto); font: 16px/1.5 system-ui, sans-serif; }
header { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; align-items: center; padding: .75rem 1rem; border-bottom: 1px solid var(--linha); }
nav { display: flex; flex-wrap: wrap; gap: 1rem; }
main { max-width: 75rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.5rem; overflow-wrap: anywhere; }
h2 { font-size: 1.15rem; margin-top: 2rem; }
a { color: var(--cor); }
code, pre { font-family: ui-monospace, monospace; font-size: .875rem; }
code { unicode-bidi: isolate; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; padding: .75rem; border: 1px solid var(--linha); border-radius: .375rem; }
label { display: block; margin-top: .75rem; }
input { width: 100%; padding: .5rem; font: inherit; }
button { margin-top: 1rem; padding: .5rem 1rem; font: inherit; cursor: pointer; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; }
dt { color: var(--fraco); }
dd { margin: 0; overflow-wrap: anywhere; }
.cartao { max-width: 24rem; }
.tabela { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { padding: .375rem .75rem .375rem 0; border-bottom: 1px solid var(--linha); text-align: left; vertical-align: top; overflow-wrap: anywhere; }
th { color: var(--fraco); font-weight: 600; }
.erro { color: var(--mal); }
.aviso { color: var(--bem); }
.fraco { color: var(--fraco); }
`;

export const ICONE = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="#0b5cad" d="M2 9h3l1 2h4l1-2h3v5H2zM7 1h2v5h2.500L8 9.500 4.500 6H7z"/></svg>`;
