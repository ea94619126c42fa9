/**
 * A bad neighbour: many connections that send nothing, half a head, or a body byte by byte. Prints what became of them,
 * once all are closed or after so many seconds.
 * node lentos.fixture.ts <port> <connections of each kind> <seconds>
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const [porta = 0, cada = 0, segundos = 0] = process.argv.slice(2).map(Number);
const CABECALHO = 'POST /webhooks/loja HTTP/1.1\r\nhost: x\r\n';
/** Of each kind, before the next ones wait until the receiver has taken these. */
const ONDA = 50;
let fechadas = 0;
let respostas = '';

function abrir(comecar: (s: Socket) => void): void {
  const s = connect(porta, '127.0.0.1');
  s.on('connect', () => comecar(s));
  s.on('data', (d) => {
    respostas += String(d).split('\r\n')[0];
  });
  s.on('error', () => {});
  s.on('close', () => {
    fechadas += 1;
  });
}

const pingar = (s: Socket, byte: string) => {
  const relogio = setInterval(() => (s.writable ? s.write(byte) : clearInterval(relogio)), 500);
};

/**
 * Connections are taken in the order in which they came: once this one is answered, so are all before it. One that the
 * kernel forgot because too many waited was never the receiver's to close, and would look open here for ever.
 */
async function todasAceitas(): Promise<void> {
  const s = connect(porta, '127.0.0.1');
  s.end('GET /livez HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
  s.resume();
  await once(s, 'close');
}

for (let i = 0; i < cada; i++) {
  abrir(() => {});
  abrir((s) => {
    s.write(CABECALHO);
    pingar(s, 'x');
  });
  abrir((s) => {
    s.write(`${CABECALHO}content-length: 5242880\r\n\r\n`);
    pingar(s, 'y');
  });
  if (i % ONDA === ONDA - 1) await todasAceitas();
}
process.stdout.write('open\n');
const fim = performance.now() + segundos * 1_000;
setInterval(() => {
  if (fechadas < 3 * cada && performance.now() < fim) return;
  process.stdout.write(`${JSON.stringify({ fechadas, respostas })}\n`);
  process.exit(0);
}, 100);
