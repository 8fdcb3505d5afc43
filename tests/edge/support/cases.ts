import {
  BAD_FIELDS,
  BODIES,
  CODINGS,
  CODING_NAMES,
  GOOD_FIELDS,
  GOOD_METHODS,
  INSERTED,
  LENGTH_NAMES,
  LINE_ENDS,
  METHODS,
  SIZES,
  TARGETS,
  TRAILERS,
  VERSIONS,
} from './words.ts'

export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

type Random = () => number
const oneOf = <T>(random: Random, from: readonly T[]): T => from[Math.floor(random() * from.length)]!
const upTo = (random: Random, most: number): number => Math.floor(random() * (most + 1))

export function requestsFrom(random: Random): Buffer {
  let text = ''
  for (let count = 1 + upTo(random, 1) * upTo(random, 2); count > 0; count--) text += request(random)
  return Buffer.from(damaged(random, text), 'latin1')
}

export function answerFrom(random: Random): Buffer {
  let text =
    random() < 0.1
      ? `HTTP/1.1 ${oneOf(random, ['100 Continue', '103 Early Hints', '102 P', '101 S'])}\r\n\r\n`
      : ''
  for (let count = 1 + Number(random() < 0.1); count > 0; count--) {
    const status = oneOf(random, [
      '200 OK',
      '200 OK',
      '200 OK',
      '200 OK',
      '200 OK',
      '200 OK',
      '201 Created',
      '404 Not Found',
      '204 No Content',
      '304 Not Modified',
      '404 ',
      '500',
      '99 x',
      '2000 x',
      '200 caf\xe9',
      '200  two',
      '0200 x',
      '200 a\x01b',
      '302 F',
      '205 R',
    ])
    const version = oneOf(random, [
      ...Array<string>(16).fill('HTTP/1.1'),
      'HTTP/1.0',
      'HTTP/1.0',
      'HTTP/2',
      'HTTP/1.2',
      'ICY',
      'http/1.1',
    ])
    text += `${version} ${status}${lineEnd(random)}${rest(random)}`
  }
  return Buffer.from(damaged(random, text), 'latin1')
}

function request(random: Random): string {
  const line = `${oneOf(random, random() < 0.9 ? GOOD_METHODS : METHODS)} ${plain(random, TARGETS)} ${plain(random, VERSIONS)}${lineEnd(random)}`
  return (random() < 0.03 ? '\r\n' : '') + line + (random() < 0.9 ? 'Host: h\r\n' : '') + rest(random)
}

const plain = <T>(random: Random, from: readonly T[]): T => (random() < 0.9 ? from[0]! : oneOf(random, from))
const lineEnd = (random: Random): string => (random() < 0.985 ? '\r\n' : oneOf(random, LINE_ENDS))

function rest(random: Random): string {
  const lines: string[] = []
  for (let count = upTo(random, 3); count > 0; count--)
    lines.push(oneOf(random, random() < 0.9 ? GOOD_FIELDS : BAD_FIELDS))
  const content = oneOf(random, BODIES)
  const kind = random()
  let body = content
  if (kind < 0.4) lines.push(`${plain(random, LENGTH_NAMES)}: ${length(random, content)}`)
  if (kind > 0.38 && kind < 0.8) {
    lines.push(`${plain(random, CODING_NAMES)}: ${plain(random, CODINGS)}`)
    body = chunks(random, content)
  }
  if (random() < 0.05) lines.push(`${plain(random, LENGTH_NAMES)}: ${length(random, body)}`)
  if (random() < 0.05) lines.push(`${plain(random, CODING_NAMES)}: ${plain(random, CODINGS)}`)
  if (kind >= 0.8 && random() < 0.9) body = ''
  lines.sort(() => random() - 0.5)
  return `${lines.map((line) => line + lineEnd(random)).join('')}${lineEnd(random)}${body}`
}

function length(random: Random, { length: own }: string): string {
  if (random() < 0.85) return String(own)
  return oneOf(random, [
    `0${own}`,
    `+${own}`,
    `-${own}`,
    `${own} `,
    `${own}, ${own}`,
    `${own},5`,
    `0x${own.toString(16)}`,
    `${own}.0`,
    '',
    'x',
    `${own}\x0b`,
    `${own + 1}`,
    '99999999999999999999',
    `${own} 1`,
    `${own}e0`,
    '1_0',
    `"${own}"`,
  ])
}

function chunks(random: Random, content: string): string {
  let text = ''
  for (let at = 0; at < content.length;) {
    const size = 1 + upTo(random, content.length - at - 1)
    const line = random() < 0.98 ? size.toString(16) : oneOf(random, SIZES)
    text += `${line}${lineEnd(random)}${content.slice(at, at + size)}${lineEnd(random)}`
    at += size
  }
  if (random() < 0.04) return text
  return `${text}${random() < 0.95 ? '0' : oneOf(random, ['00', '0;x', '0 ', '-0', '000000000', ''])}${lineEnd(random)}${plain(random, TRAILERS)}${lineEnd(random)}`
}

function damaged(random: Random, text: string): string {
  if (random() < 0.65) return text
  for (let count = 1 + upTo(random, 2); count > 0; count--) {
    const at = upTo(random, text.length)
    const kind = random()
    if (kind < 0.3) text = text.slice(0, at) + text.slice(at + 1)
    else if (kind < 0.6) text = text.slice(0, at) + oneOf(random, INSERTED) + text.slice(at)
    else if (kind < 0.8) text = text.slice(0, at) + oneOf(random, INSERTED) + text.slice(at + 1)
    else if (kind < 0.9) text = text.slice(0, at) + text.slice(at, at + upTo(random, 30)) + text.slice(at)
    else text = text.slice(0, at)
  }
  return text
}

export function piecesOf(random: Random, bytes: Buffer): Buffer[] {
  const kind = random()
  if (kind < 0.4) return Array.from(bytes, (_, index) => bytes.subarray(index, index + 1))
  const cuts = Array.from({ length: 1 + upTo(random, 3) }, () => upTo(random, bytes.length)).toSorted(
    (a, b) => a - b,
  )
  return [0, ...cuts]
    .map((from, index) => bytes.subarray(from, cuts[index] ?? bytes.length))
    .filter(({ length }) => length > 0)
}
