/**
 * Bull Board's page without what it would load from other hosts (its fonts), and in the language it is shown in. The
 * content security policy refuses other hosts anyway; this spares each page a refusal in the browser's log.
 */
export function semTerceiros(html: string): string {
  return html
    .replace(/<link\b[^>]*\bhref="https?:[^>]*>/g, '')
    .replace(/<html lang="en"/, '<html lang="pt-BR"')
    .replace(/(?<=<\/span>\s*)Loading\b/, 'Carregando');
}
