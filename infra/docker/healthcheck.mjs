// node healthcheck.mjs <url>: exit status 0 where it answers 200. The image has no curl.
const resposta = await fetch(process.argv[2], { signal: AbortSignal.timeout(4_000) }).catch((e) => e);
if (resposta.ok !== true) {
  process.stderr.write(`${resposta.status ? await resposta.text() : (resposta.cause?.message ?? resposta.message)}\n`);
  process.exitCode = 1;
}
