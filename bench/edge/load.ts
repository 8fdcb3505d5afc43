import { once } from 'node:events'
import { connect } from 'node:net'

export interface Load {
  requestsPerSecond: number
  /** Milliseconds, of whole short answers. */
  p50: number
  p99: number
}

/**
 * Ask for one short answer over and over on kept connections. It counts bytes instead of parsing: a real HTTP client
 * costs more than the proxy it should measure.
 */
export async function loadOf(port: number, connections: number, seconds: number): Promise<Load> {
  const request = Buffer.from(
    `GET /api/chats?page=1 HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${BROWSER_HEADERS}\r\n`,
  )
  const answerLength = await lengthOfAnswer(port, request)
  const times: number[] = []
  const until = performance.now() + seconds * 1000
  await Promise.all(
    Array.from({ length: connections }, () => keepAsking(port, request, answerLength, until, times)),
  )
  times.sort((a, b) => a - b)
  const quantile = (part: number) => times[Math.floor(times.length * part)] ?? 0
  return { requestsPerSecond: times.length / seconds, p50: quantile(0.5), p99: quantile(0.99) }
}

/** What a browser sends along, so that header work is measured as it is. */
const BROWSER_HEADERS = [
  'Accept: application/json',
  'Accept-Encoding: gzip, deflate, br',
  'Accept-Language: en',
  'Cookie: token=eyJhbGciOiJIUzI1NiJ9.eyJpZCI6IjAxIn0.c2lnbmF0dXJlLW9mLWEtc2Vzc2lvbi10b2tlbg',
  'Referer: http://127.0.0.1/c/1',
  'Sec-Fetch-Dest: empty',
  'Sec-Fetch-Mode: cors',
  'Sec-Fetch-Site: same-origin',
  'User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36',
  '',
].join('\r\n')

async function lengthOfAnswer(port: number, request: Buffer): Promise<number> {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1')
  socket.write(request)
  for (let answer = ''; ;) {
    const [text] = (await once(socket, 'data')) as [string]
    answer += text
    const head = answer.indexOf('\r\n\r\n') + 4
    const length = /content-length: (\d+)/i.exec(answer)
    if (head === 3 || !length || answer.length < head + Number(length[1])) continue
    socket.destroy()
    return answer.length
  }
}

async function keepAsking(
  port: number,
  request: Buffer,
  answerLength: number,
  until: number,
  times: number[],
) {
  const socket = connect(port, '127.0.0.1').setNoDelay(true)
  await once(socket, 'connect')
  let received = 0
  let asked = performance.now()
  socket.on('data', (chunk) => {
    received += chunk.length
    if (received < answerLength) return
    received = 0
    const now = performance.now()
    times.push(now - asked)
    if (now >= until) return void socket.destroy()
    asked = now
    socket.write(request)
  })
  socket.write(request)
  await once(socket, 'close')
}
