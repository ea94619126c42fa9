const POR_LINHA = 8;

/** Bytes as hex and as text beside it, 8 a line so that a phone shows one in a line. */
export function despejo(bytes: Buffer): string {
  const linhas: string[] = [];
  for (let i = 0; i < bytes.length; i += POR_LINHA) {
    const parte = [...bytes.subarray(i, i + POR_LINHA)];
    const hex = parte.map((b) => b.toString(16).padStart(2, '0')).join(' ');
    const texto = parte.map((b) => (b >= 0x20 && b < 0x7f ? String.fromCharCode(b) : '.')).join('');
    linhas.push(`${hex.padEnd(POR_LINHA * 3 - 1)}  ${texto}`);
  }
  return linhas.join('\n');
}
