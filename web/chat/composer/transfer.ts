export type Transfer = Pick<DataTransfer, 'files' | 'getData'>

/** Ignores the picture that spreadsheets and word processors add to copied text. */
export function filesIn(transfer: Transfer): File[] {
  const files = [...transfer.files]
  return textIn(transfer) === '' || isNameOf(files, transfer) ? files : []
}

export const textIn = (transfer: Transfer): string =>
  transfer.getData('text/plain').trim() === '' ? '' : transfer.getData('text/plain')

function isNameOf(files: readonly File[], transfer: Transfer): boolean {
  const lines = linesOf(textIn(transfer))
  const addresses = new Set(linesOf(transfer.getData('text/uri-list')))
  const names = new Set(files.map(({ name }) => name.normalize()))
  const isName = (text: string) => names.has(text.normalize())
  return lines.every((line) => addresses.has(line) || isName(line) || isName(nameOfPath(line)))
}

/** Finder separates file names with carriage returns. */
const linesOf = (text: string): string[] =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter(Boolean)

/** Empty for text that is no absolute path or `file:` URL. */
function nameOfPath(line: string): string {
  if (!/^(?:file:\/\/|\/|[A-Za-z]:\\|\\\\)/.test(line)) return ''
  const last = line.split(/[\\/]/).at(-1)!
  try {
    return line.startsWith('file:') ? decodeURIComponent(last) : last
  } catch {
    return last
  }
}
