export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

export const tag = (name: string, content: string): string => `<${name}>${content}</${name}>`

export const link = (target: string | undefined, content: string): string =>
  target ? `<a href="${escapeHtml(target)}">${content}</a>` : content

export const tableOf = (rows: readonly (readonly string[])[]): string =>
  tag('table', rows.map((row) => tag('tr', row.map((cell) => tag('td', cell)).join(''))).join(''))

export function listOf(items: readonly { level: number; content: string }[]): string {
  let html = ''
  let depth = -1
  for (const { level, content } of items) {
    const wanted = Math.min(level, depth + 1)
    if (wanted > depth) html += '<ul>'
    else html += `</li>${'</ul></li>'.repeat(depth - wanted)}`
    html += `<li>${content}`
    depth = wanted
  }
  return html + '</li></ul>'.repeat(depth + 1)
}
