const MAX_TITLE_LENGTH = 60

export function titleFrom(prompt: string, fallback = 'New chat'): string {
  const words = prompt.split(/\s+/).filter(Boolean)
  let title = ''
  for (const word of words) {
    const longer = title ? `${title} ${word}` : word
    if (lengthOf(longer) > MAX_TITLE_LENGTH)
      return title || `${[...word].slice(0, MAX_TITLE_LENGTH - 1).join('')}…`
    title = longer
  }
  return title || fallback
}

const lengthOf = (text: string) => [...text].length
