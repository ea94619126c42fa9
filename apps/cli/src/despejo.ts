const POR_LINHA = 16;

/** Bytes as hex and as text, 16 a line, as xxd shows them. */
export function despejo(bytes: Buffer): string[] {
  const linhas: string[] = [];
  for (let i = 0; i < bytes.length; i += POR_LINHA) {
    const parte = bytes.subarray(i, i + POR_LINHA);
    const hex = [...parte].map((b) => b.toString(16).padStart(2, '0')).join(' ');
    const texto = [...parte].map((b) => (b >= 0x20 && b < 0x7f ? String.fromCharCode(b) : '.')).join('');
    linhas.push(`${i.toString(16).padStart(8, '0')}  ${hex.padEnd(POR_LINHA * 3 - 1)}  ${texto}`);
  }
  return linhas;
}
