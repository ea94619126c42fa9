import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

const INTERNOS = new BlockList();
for (const [rede, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['224.0.0.0', 3],
] as const)
  INTERNOS.addSubnet(rede, bits, 'ipv4');
for (const [rede, bits] of [
  ['::', 127], // unspecified and loopback
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  INTERNOS.addSubnet(rede, bits, 'ipv6');

/**
 * Why a store on the internet would not deliver to this address, or null. A name counts as internal when any of its
 * addresses is; one that nobody knows is for the delivery to find out.
 */
export async function motivoInterno(url: URL): Promise<string | null> {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return `${url.protocol} is no protocol of the web`;
  const nome = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (/^(.*\.)?localhost$|\.local$/i.test(nome)) return `${nome} is a name of the local network`;
  const enderecos = isIP(nome) ? [nome] : await resolver(nome);
  const interno = enderecos.find(ehInterno);
  return interno === undefined ? null : `${interno} is an internal address`;
}

// BlockList knows ::ffff:10.0.0.1 for the IPv4 address that it is.
const ehInterno = (ip: string): boolean => INTERNOS.check(ip, isIP(ip) === 6 ? 'ipv6' : 'ipv4');

const resolver = (nome: string): Promise<string[]> =>
  lookup(nome, { all: true }).then(
    (achados) => achados.map((a) => a.address),
    () => [],
  );
