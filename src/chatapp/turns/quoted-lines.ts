/** Marks each line, so that the text cannot end the quotation. */
export const quotedLines = (text: string): string[] =>
  text.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/).map((line) => `> ${line}`)
