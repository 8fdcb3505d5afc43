export function prettyJson(text: string): string {
  let pretty = ''
  let depth = 0
  const line = () => `\n${'  '.repeat(depth)}`
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '{}' || token === '[]') pretty += token
    else if (/^[[{]$/.test(token)) {
      depth++
      pretty += token + line()
    } else if (/^[\]}]$/.test(token)) {
      depth = Math.max(0, depth - 1)
      pretty += line() + token
    } else if (token === ',') pretty += token + line()
    else if (token === ':') pretty += ': '
    else if (/\S/.test(token)) pretty += /^[{[]/.test(token) ? token.replaceAll(/\s/g, '') : token
  }
  return pretty
}

const TOKEN = /"(?:[^"\\]|\\.)*"?|\{\s*\}|\[\s*\]|[[\]{},:]|\s+|[^\s"[\]{},:]+/g
