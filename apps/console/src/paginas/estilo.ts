/** The whole of our styles and our icon: served as files, since the pages' policy allows no inline style. */
export const ESTILO = `
:root { color-scheme: light dark; --fundo: #f6f7f9; --folha: #fff; --texto: #1b2330; --fraco: #566172; --linha: #d5dae1; --cor: #0b5cad; --cor-fundo: #e6f0fa;
  --mal: #a91e17; --mal-fundo: #fdeceb; --bem: #17603a; --bem-fundo: #e3f4ea; --alerta: #7a4d00; --alerta-fundo: #fdf1d8; --neutro-fundo: #eceff3; }
@media (prefers-color-scheme: dark) {
  :root { --fundo: #12161c; --folha: #1a2028; --texto: #e6eaf0; --fraco: #9fabbb; --linha: #333d4a; --cor: #7ab8ff; --cor-fundo: #17293d;
    --mal: #ff9d94; --mal-fundo: #3b1c1a; --bem: #83dfa5; --bem-fundo: #15301f; --alerta: #f3c46b; --alerta-fundo: #35280e; --neutro-fundo: #262e39; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--fundo); color: var(--texto); font: 16px/1.5 system-ui, sans-serif; }
.pular { position: absolute; left: -99rem; }
.pular:focus { position: static; display: block; padding: .5rem 1rem; }
:focus-visible { outline: 3px solid var(--cor); outline-offset: 2px; }
header { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; align-items: center; padding: .5rem 1rem; background: var(--folha); border-bottom: 1px solid var(--linha); }
header > strong { font-size: 1.1rem; }
nav { display: flex; flex: 1; flex-wrap: wrap; gap: 0 .125rem; font-size: .9375rem; }
nav a:last-child { margin-left: auto; }
nav a { padding: .375rem .5rem; border-radius: .375rem; text-decoration: none; }
nav a:hover { background: var(--neutro-fundo); }
nav a[aria-current] { background: var(--cor-fundo); font-weight: 600; }
main { max-width: 75rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: .5rem 0 1rem; overflow-wrap: anywhere; }
h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; }
h3 { font-size: 1rem; margin: 0 0 .25rem; overflow-wrap: anywhere; }
p { margin: .5rem 0; overflow-wrap: anywhere; }
a { color: var(--cor); }
code, pre { font-family: ui-monospace, monospace; font-size: .875rem; }
code { unicode-bidi: isolate; overflow-wrap: anywhere; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; unicode-bidi: isolate; padding: .75rem; margin: 0; }
.bloco { max-height: 32rem; overflow-y: auto; margin: .5rem 0; background: var(--fundo); border: 1px solid var(--linha); border-radius: .375rem; }
label { display: block; margin-top: .75rem; }
input, select { width: 100%; padding: .5rem; font: inherit; color: inherit; background: var(--folha); border: 1px solid var(--fraco); border-radius: .375rem; }
button, .botao { display: inline-block; padding: .5rem 1rem; font: inherit; cursor: pointer; color: var(--folha); background: var(--cor); border: 1px solid var(--cor); border-radius: .375rem; text-decoration: none; }
form > button { margin-top: 1rem; }
button[data-copiar] { padding: .25rem .75rem; color: var(--cor); background: transparent; }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .25rem 1rem; margin: .5rem 0; }
dt { color: var(--fraco); }
dd { margin: 0; overflow-wrap: anywhere; }
.estado { max-width: 46rem; }
.cartao { max-width: 24rem; }
.estado, .folha { background: var(--folha); border: 1px solid var(--linha); border-radius: .5rem; padding: 1rem; }
.tabela { overflow-x: auto; background: var(--folha); border: 1px solid var(--linha); border-radius: .5rem; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { padding: .5rem .75rem .5rem 0; border-bottom: 1px solid var(--linha); text-align: left; vertical-align: top; }
tr:last-child > td { border-bottom: 0; }
th { color: var(--fraco); font-weight: 600; white-space: nowrap; }
td { overflow-wrap: anywhere; min-width: 4.5rem; }
.erro { color: var(--mal); }
.aviso { padding: .625rem 1rem; border-radius: .5rem; color: var(--bem); background: var(--bem-fundo); }
.fraco { color: var(--fraco); }
.linha { display: block; }
.etiqueta { display: inline-block; padding: .0625rem .5rem; border-radius: 1rem; font-size: .875rem; font-weight: 600; color: var(--texto); background: var(--neutro-fundo); }
.aplicado, .estado-pago, .estado-enviado, .bom { color: var(--bem); background: var(--bem-fundo); }
.invalido, .ruim { color: var(--mal); background: var(--mal-fundo); }
.regressao_de_terminal, .evento_antigo, .pendente, .estado-cancelado, .estado-reembolsado { color: var(--alerta); background: var(--alerta-fundo); }
.estado-criado, .gatilho, .anotado { color: var(--cor); background: var(--cor-fundo); }
.acoes { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; margin: .75rem 0; }
.acoes > .confirmar[open] { flex-basis: 100%; }
summary { cursor: pointer; color: var(--cor); }
.confirmar > summary { display: inline-block; padding: .375rem .875rem; border: 1px solid var(--cor); border-radius: .375rem; list-style: none; }
.confirmar > summary::-webkit-details-marker { display: none; }
.confirmar > form { margin-top: .5rem; padding: .75rem 1rem; max-width: 40rem; background: var(--folha); border: 1px solid var(--linha); border-radius: .5rem; }
.confirmar button { margin-top: .5rem; }
.busca { display: flex; flex-wrap: wrap; gap: .5rem; max-width: 40rem; }
.busca label { flex-basis: 100%; margin: 0; }
.busca input { flex: 1 1 12rem; min-width: 0; width: auto; }
.busca button { margin: 0; }
.eventos { list-style: none; margin: 0; padding: 0; display: grid; gap: .75rem; }
.eventos > li { padding: .75rem 1rem; min-width: 0; background: var(--folha); border: 1px solid var(--linha); border-radius: .5rem; }
.trilhas { margin: 0; padding: .75rem 1rem; max-width: 46rem; background: var(--folha); border: 1px solid var(--linha); border-radius: .5rem; }
.trilhas svg { display: block; overflow: visible; }
.trilhas text { fill: var(--texto); font-size: 14px; font-weight: 600; }
.trilhas .quando, .trilhas .trilha-nome { fill: var(--fraco); font-size: 12px; font-weight: 400; }
.trilha { stroke: var(--linha); stroke-width: 2; }
.marco { --tinta: var(--fraco); }
.marco.valeu { --tinta: var(--bem); }
.marco.ignorado { --tinta: var(--alerta); }
.marco.mau { --tinta: var(--mal); }
.marco circle { fill: var(--tinta); stroke: var(--folha); stroke-width: 2; }
.marco .fio { stroke: var(--tinta); stroke-width: 2; }
.marco.ignorado circle, .marco.espera circle { fill: var(--folha); stroke: var(--tinta); }
.marco.ignorado .fio, .marco.espera .fio { stroke-dasharray: 5 4; }
.marco.atrasado .fio { stroke-width: 3; }
figcaption { color: var(--fraco); }
.periodos { display: flex; gap: .25rem; }
.periodos a { padding: .25rem .75rem; border-radius: .375rem; }
.periodos a[aria-current] { color: var(--texto); background: var(--neutro-fundo); text-decoration: none; font-weight: 600; }
.numeros { list-style: none; margin: 1rem 0; padding: 0; display: grid; gap: .75rem; grid-template-columns: repeat(auto-fill, minmax(8.5rem, 1fr)); }
.numeros a { display: block; height: 100%; padding: .75rem 1rem; color: var(--fraco); background: var(--folha); border: 1px solid var(--linha); border-radius: .5rem; text-decoration: none; line-height: 1.3; }
.numeros b { display: block; font-size: 1.6rem; line-height: 1.2; color: var(--texto); }
.numeros .ruim { color: var(--mal); background: var(--mal-fundo); border-color: var(--mal); }
.numeros .ruim b { color: inherit; }
.graficos { display: grid; gap: .75rem; grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr)); }
.grafico { margin: 0; padding: .75rem 1rem; min-width: 0; background: var(--folha); border: 1px solid var(--linha); border-radius: .5rem; }
.grafico figcaption { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; color: var(--texto); }
.grafico svg { display: block; width: 100%; height: 7rem; margin: .5rem 0 .25rem; }
.grafico polyline { fill: none; stroke-width: 2; vector-effect: non-scaling-stroke; stroke-linejoin: round; }
.grafico .base { stroke: var(--linha); vector-effect: non-scaling-stroke; }
.grafico .um { stroke: var(--cor); --tinta: var(--cor); }
.grafico .dois { stroke: var(--alerta); --tinta: var(--alerta); stroke-dasharray: 5 3; }
.legenda { display: flex; flex-wrap: wrap; gap: 0 1rem; }
.traco::before { content: ""; display: inline-block; width: 1rem; margin-right: .375rem; vertical-align: middle; border-top: 3px solid var(--tinta); }
.traco.dois::before { border-top-style: dashed; }
.eixo { display: flex; justify-content: space-between; gap: .5rem; font-size: .8125rem; color: var(--fraco); }
@media (max-width: 40rem) {
  .trilhas { padding: .75rem .25rem; }
  .trilhas text { font-size: 13px; }
  .trilhas .quando, .trilhas .trilha-nome { font-size: 11px; }
  .eventos dl { grid-template-columns: 1fr; gap: 0; }
  .eventos dd { margin-bottom: .375rem; }
}
`;

export const ICONE = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="#0b5cad" d="M2 9h3l1 2h4l1-2h3v5H2zM7 1h2v5h2.500L8 9.500 4.500 6H7z"/></svg>`;

/** All that the pages do in the browser. Without it they lose comfort and nothing else. */
export const PROGRAMA = `
for (const botao of document.querySelectorAll('[data-copiar]')) {
  botao.hidden = false;
  botao.addEventListener('click', async () => {
    const texto = botao.closest('details').querySelector('pre').textContent;
    try {
      await navigator.clipboard.writeText(texto);
      botao.textContent = 'Copiado';
    } catch {
      botao.textContent = 'O navegador não deixou copiar';
    }
  });
}

const painel = document.querySelector('[data-ao-vivo]');
if (painel) {
  const fonte = new EventSource(painel.dataset.aoVivo);
  fonte.onmessage = ({ data }) => {
    if (!painel.contains(document.activeElement)) painel.innerHTML = data;
  };
}
`;
