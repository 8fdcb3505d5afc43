import { beginningAtEnd } from '../stop.ts'

/** How models write thoughts into their answers when the server doesn't take them out. */
const TAGS = ['<think>', '<thinking>', '<thought>']

export interface Parted {
  reasoning: string
  text: string
}

/**
 * Separates the thoughts at the beginning of an answer from the answer, in text that arrives in pieces. Only
 * at the very beginning: elsewhere such a tag is content.
 */
export function createThoughtSplitter() {
  let state: 'beginning' | 'thinking' | 'thought' | 'answering' = 'beginning'
  let closing = ''
  let held = ''
  let hasThought = false

  const begin = (): Parted => {
    const seen = held.trimStart()
    const tag = TAGS.find((one) => seen.startsWith(one))
    if (!tag && TAGS.some((one) => one.startsWith(seen))) return NOTHING // undecided until more text arrives
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

  /** The blank lines between thoughts and answer belong to neither. */
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
    /** Text that was held back, once the answer has ended or thoughts have arrived in another field. */
    rest(): Parted {
      const isThought = state === 'thinking'
      const text = answer()
      return isThought ? { reasoning: text, text: '' } : { reasoning: '', text }
    },
  }
}

const NOTHING: Parted = { reasoning: '', text: '' }
