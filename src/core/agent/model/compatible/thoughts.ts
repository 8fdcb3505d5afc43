import { beginningAtEnd } from '../stop.ts'

/** Tags that surround thoughts if a server does not separate thoughts from the text. */
const TAGS = ['<think>', '<thinking>', '<thought>']

export interface Parted {
  reasoning: string
  text: string
}

/** Only tags at the start of a response enclose thoughts; later tags are content. */
export function createThoughtSplitter() {
  let state: 'beginning' | 'thinking' | 'thought' | 'answering' = 'beginning'
  let closing = ''
  let held = ''
  let hasThought = false

  const begin = (): Parted => {
    const seen = held.trimStart()
    const tag = TAGS.find((one) => seen.startsWith(one))
    if (!tag && TAGS.some((one) => one.startsWith(seen))) return NO_TEXT
    if (!tag) return { reasoning: '', text: answer() }
    closing = tag.replace('<', '</')
    held = seen.slice(tag.length)
    state = 'thinking'
    return think()
  }

  const think = (): Parted => {
    if (!hasThought) held = held.trimStart()
    const at = held.indexOf(closing)
    const keep = at === -1 ? beginningAtEnd(held, [closing]) : held.length - at
    const reasoning = held.slice(0, held.length - keep)
    held = held.slice(held.length - keep)
    hasThought ||= reasoning !== ''
    if (at === -1) return { reasoning, text: '' }
    held = held.slice(closing.length)
    state = 'thought'
    return { reasoning, text: afterThought() }
  }

  const afterThought = (): string => {
    held = held.trimStart()
    return held === '' ? '' : answer()
  }

  const answer = (): string => {
    state = 'answering'
    const text = held
    held = ''
    return text
  }

  return {
    push(text: string): Parted {
      if (state === 'answering') return { reasoning: '', text }
      held += text
      if (state === 'beginning') return begin()
      return state === 'thinking' ? think() : { reasoning: '', text: afterThought() }
    },
    rest(): Parted {
      const isThought = state === 'thinking'
      const text = answer()
      return isThought ? { reasoning: text, text: '' } : { reasoning: '', text }
    },
  }
}

const NO_TEXT: Parted = { reasoning: '', text: '' }
