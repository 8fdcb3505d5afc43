import { once } from 'node:events'
import { connect } from 'node:net'

export interface Load {
  calls: number
  perSecond: number
  /** Milliseconds of whole answers. */
  p50: number
  p99: number
}

/** Send one request over and over on kept connections. Ends of answers are looked for, nothing is parsed. */
export async function loadOf(
  port: number,
  request: Buffer,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Load> {
  const times: number[] = []
  const startedAt = performance.now()
  const until = startedAt + seconds * 1000
  await Promise.all(Array.from({ length: connections }, () => keepAsking(port, request, until, times)))
  const elapsed = (performance.now() - startedAt) / 1000
  times.sort((a, b) => a - b)
  const quantile = (part: number) => times[Math.floor(times.length * part)] ?? 0
  return { calls: times.length, perSecond: times.length / elapsed, p50: quantile(0.5), p99: quantile(0.99) }
}

async function keepAsking(port: number, request: Buffer, until: number, times: number[]): Promise<void> {
  const socket = connect(port, '127.0.0.1').setNoDelay(true)
  await once(socket, 'connect')
  let answer = ''
  let asked = performance.now()
  socket.setEncoding('latin1').on('data', (text: string) => {
    answer += text
    if (!isComplete(answer)) return
    if (!answer.startsWith('HTTP/1.1 200') || answer.includes('"isError"')) throw new Error(answer)
    answer = ''
    const now = performance.now()
    times.push(now - asked)
    if (now >= until) return void socket.destroy()
    asked = now
    socket.write(request)
  })
  socket.write(request)
  await once(socket, 'close')
}

const isComplete = (answer: string): boolean => {
  if (answer.endsWith('\r\n0\r\n\r\n')) return true
  const length = /\r\ncontent-length: (\d+)/i.exec(answer)
  const head = answer.indexOf('\r\n\r\n')
  return length !== null && head !== -1 && answer.length >= head + 4 + Number(length[1])
}
