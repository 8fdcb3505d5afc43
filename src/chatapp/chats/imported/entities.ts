const NAMED: Readonly<Record<string, string>> = {
  quot: '"',
  amp: '&',
  lt: '<',
  gt: '>',
  apos: "'",
  nbsp: ' ',
}

export const decodeEntities = (text: string): string =>
  text.includes('&')
    ? text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/gi, (entity, decimal, hex, name) => {
        if (name) return NAMED[name.toLowerCase()] ?? entity
        const point = decimal ? Number(decimal) : Number.parseInt(hex, 16)
        return point > 0 && point <= 0x10_ff_ff ? String.fromCodePoint(point).toWellFormed() : ''
      })
    : text
