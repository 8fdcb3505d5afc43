/** The used parts of a paste or drop. */
export type Transfer = Pick<DataTransfer, 'files' | 'getData'>

/**
 * The files to attach from a paste or a drop. Spreadsheets and word processors add a picture of the text that was copied: the
 * text is what the person wants. A text that only names the files or the address of a picture, as file managers and browsers
 * add it, is none.
 */
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

/** Finder separates the names of files with carriage returns. */
const linesOf = (text: string): string[] =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter(Boolean)

/** The last part of an absolute path or a `file:` address; empty for any other text. */
function nameOfPath(line: string): string {
  if (!/^(?:file:\/\/|\/|[A-Za-z]:\\|\\\\)/.test(line)) return ''
  const last = line.split(/[\\/]/).at(-1)!
  try {
    return line.startsWith('file:') ? decodeURIComponent(last) : last
  } catch {
    return last
  }
}
