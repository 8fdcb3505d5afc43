export function matchesJump(typed: string, ...names: string[]): boolean {
  const known = plain(names.join(' ')).split(SEPARATORS)
  return plain(typed)
    .split(SEPARATORS)
    .every((word) => known.some((name) => name.startsWith(word)))
}

const SEPARATORS = /[\s:,.…-]+/

const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .trim()
