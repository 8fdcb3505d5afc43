import { once } from 'node:events'
import { connect } from 'node:net'

export interface Load {
  perSecond: number
  /** Milliseconds, of whole answers. */
  p50: number
  p99: number
  /** First lines of answers that were not `200 OK`, with how often each came. */
  refused: Record<string, number>
}

/** Deliver over and over on kept connections, each delivery with an id and a body of its own. */
export async function loadOf(
  url: string,
  connections: number,
  seconds: number,
  bytes: number,
): Promise<Load> {
  const { port, pathname } = new URL(url)
  const times: number[] = []
  const refused: Record<string, number> = {}
  const run = Math.random().toString(36).slice(2, 10).padEnd(8, '0')
  let number = 0
  const next = () => {
    const id = `${run}-${String(number++).padStart(10, '0')}`
    const body = `{"id":"${id}","fill":"${'x'.repeat(Math.max(0, bytes - 39))}"}`
    return (
      `POST ${pathname} HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: Sender/1.0\r\nAccept: */*\r\n` +
      `Content-Type: application/json\r\nX-Webhook-Secret: bench\r\nX-Delivery-Id: ${id}\r\n` +
      `Content-Length: ${body.length}\r\n\r\n${body}`
    )
  }
  const until = performance.now() + seconds * 1000
  const deliver = async () => {
    const socket = connect(Number(port), '127.0.0.1').setNoDelay(true).setEncoding('latin1')
    await once(socket, 'connect')
    let sentAt = performance.now()
    socket.on('data', (text: string) => {
      const now = performance.now()
      times.push(now - sentAt)
      if (!text.startsWith('HTTP/1.1 200 ')) {
        const line = text.slice(0, text.indexOf('\r'))
        refused[line] = (refused[line] ?? 0) + 1
      }
      if (now >= until) return void socket.destroy()
      sentAt = now
      socket.write(next())
    })
    socket.write(next())
    await once(socket, 'close')
  }
  await Promise.all(Array.from({ length: connections }, deliver))
  times.sort((a, b) => a - b)
  const quantile = (part: number) => times[Math.floor(times.length * part)] ?? 0
  return { perSecond: times.length / seconds, p50: quantile(0.5), p99: quantile(0.99), refused }
}
