export function readTeamchatText(written: string, ownUser: string | null): string {
  const own = ownUser ? new RegExp(`^\\s*<@${ownUser}(?:\\|[^>]*)?>[\\s:,]*`) : null
  return (own ? written.replace(own, '') : written)
    .replaceAll(/<([^<>]+)>/g, (_, sign: string) => readSign(sign))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&') // last, so that an escaped "&amp;lt;" becomes "&lt;"
    .trim()
}

function readSign(sign: string): string {
  const bar = sign.indexOf('|')
  const meant = bar === -1 ? sign : sign.slice(0, bar)
  const label = bar === -1 ? '' : sign.slice(bar + 1)
  if (meant.startsWith('@')) return `@${label || meant.slice(1)}`
  if (meant.startsWith('#')) return `#${label || meant.slice(1)}`
  if (meant.startsWith('!')) return label || `@${meant.slice(1)}`
  const address = meant.replace(/^(?:mailto|tel):/, '')
  return label === '' || label === address ? address : `${label} (${address})`
}

export const mentions = (written: string, user: string): boolean =>
  written.includes(`<@${user}>`) || written.includes(`<@${user}|`)
