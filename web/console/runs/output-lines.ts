import type { RunOutput } from '#features/work/runs/schema.ts'
import { createAnsiReader, type Styled } from './ansi.ts'

export interface OutputLine {
  index: number
  at: string
  parts: Styled[]
  text: string
}

export interface OutputPart {
  key: number
  step: string | null
  attempt: number | null
  leftOut: boolean
  lines: OutputLine[]
}

export function joinOutputLines(pieces: readonly RunOutput[]): OutputPart[] {
  const parts: OutputPart[] = []
  let ansi = createAnsiReader()
  let [end, index] = [0, 0]
  let isOpen = false
  for (const { seq, step, attempt, at, offset, text } of pieces) {
    const leftOut = offset > end
    const last = parts.at(-1)
    const isNew = !last || last.step !== step || last.attempt !== attempt || leftOut
    if (isNew) {
      parts.push({ key: seq, step, attempt, leftOut, lines: [] })
      ansi = createAnsiReader()
      isOpen = false
    }
    const { lines } = parts.at(-1)!
    const texts = text.replaceAll('\r\n', '\n').split('\n')
    for (const [n, line] of texts.entries()) {
      const isEnd = n === texts.length - 1
      if (isEnd && line === '') continue
      const open = n === 0 && isOpen ? lines.at(-1) : undefined
      const styled = ansi.read(rewritten(line))
      if (open) {
        open.parts.push(...styled)
        open.text += plainOf(styled)
      } else lines.push({ index: index++, at, parts: styled, text: plainOf(styled) })
    }
    isOpen = !text.endsWith('\n')
    end = offset + new TextEncoder().encode(text).length
  }
  return parts
}

export function lastLines(parts: readonly OutputPart[], step: string | null, count: number): string[] {
  const own = parts.filter((part) => part.step === step)
  const wanted = step === null || own.length === 0 ? parts.slice(-1) : own.slice(-1)
  return wanted
    .flatMap(({ lines }) => lines.map(({ text }) => text.trimEnd()))
    .filter((text) => text !== '')
    .slice(-count)
}

export function matchingLines(parts: readonly OutputPart[], wanted: string): number[] {
  const needle = wanted.toLowerCase()
  if (needle === '') return []
  return parts.flatMap(({ lines }) =>
    lines.filter(({ text }) => text.toLowerCase().includes(needle)).map(({ index }) => index),
  )
}

interface Marked extends Styled {
  at: number
  isMatch: boolean
}

export function markMatches(parts: readonly Styled[], wanted: string): Marked[] {
  const needle = wanted.toLowerCase()
  const whole = plainOf(parts).toLowerCase()
  if (needle === '' || !whole.includes(needle)) return withOffsets(parts)
  const cuts = new Set<number>()
  const isIn = new Uint8Array(whole.length)
  for (let at = whole.indexOf(needle); at >= 0; at = whole.indexOf(needle, at + needle.length)) {
    cuts.add(at).add(at + needle.length)
    isIn.fill(1, at, at + needle.length)
  }
  const found: Marked[] = []
  let start = 0
  for (const { text, style } of parts) {
    let from = 0
    for (let to = 1; to <= text.length; to++)
      if (to === text.length || cuts.has(start + to)) {
        found.push({ at: start + from, text: text.slice(from, to), style, isMatch: isIn[start + from] === 1 })
        from = to
      }
    start += text.length
  }
  return found
}

const withOffsets = (parts: readonly Styled[]): Marked[] => {
  let at = 0
  return parts.map((part) => {
    const piece = { ...part, at, isMatch: false }
    at += part.text.length
    return piece
  })
}

/** Terminals overwrite a line after a carriage return, as in a progress bar. */
const rewritten = (line: string): string => {
  const whole = line.replace(/\r+$/, '')
  return whole.slice(whole.lastIndexOf('\r') + 1)
}

const plainOf = (parts: readonly Styled[]): string => parts.map(({ text }) => text).join('')
