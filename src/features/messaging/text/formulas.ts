/** A formula within a line: not a price, of which the next one begins where this one would end. */
const FORMULA = /\$(?=\S)((?:[^$\n\\]|\\.)*[^$\s\\])\$(?![\w$])/g

/** Bars in formulas of a table's row, which begins with a bar, don't end its cells. Pure. */
export function withWholeFormulas(markdown: string): string {
  if (!markdown.includes('$')) return markdown
  let fence: string | null = null
  return markdown
    .split('\n')
    .map((line) => {
      const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1]
      if (mark && fence === null) fence = mark
      else if (mark && fence !== null && mark.startsWith(fence)) fence = null
      if (mark || fence !== null || !/^\s*\|/.test(line)) return line
      return line.replaceAll(FORMULA, (formula) => formula.replaceAll(/(?<!\\)\|/g, '\\|'))
    })
    .join('\n')
}
