import { connect, type Socket } from 'node:net'

export interface Target {
  port: number
  path: string
  headers: Record<string, string>
}

export interface Load {
  turns: number
  perSecond: number
  failures: number
}

/** Ask for the same answer over and over on kept connections. Ends of answers are looked for, nothing is parsed. */
export async function loadOf(
  target: Target,
  body: object,
  connections: number,
  seconds: number,
): Promise<Load> {
  const until = performance.now() + seconds * 1000
  let turns = 0
  let failures = 0
  const one = async () => {
    while (performance.now() < until) {
      const answer = await ask(socket(), requestText(target, body))
      if (answer.startsWith('HTTP/1.1 200')) turns++
      else failures++
    }
  }
  const sockets: Socket[] = []
  const socket = () => {
    const made = sockets.pop() ?? connect(target.port, '127.0.0.1').setNoDelay(true)
    return made
  }
  const ask = (connection: Socket, text: Buffer) =>
    new Promise<string>((resolve, reject) => {
      let answer = ''
      const onData = (bytes: Buffer) => {
        answer += bytes.toString('latin1')
        if (!isComplete(answer)) return
        connection.off('data', onData)
        connection.off('error', reject)
        sockets.push(connection)
        resolve(answer)
      }
      connection.on('data', onData)
      connection.once('error', reject)
      connection.write(text)
    })
  await Promise.all(Array.from({ length: connections }, one))
  for (const connection of sockets) connection.destroy()
  return { turns, perSecond: turns / seconds, failures }
}

export function requestText({ port, path, headers }: Target, body: object): Buffer {
  const text = JSON.stringify(body)
  const lines = Object.entries({
    ...headers,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  })
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${text}`,
  )
}

const isComplete = (answer: string): boolean => {
  if (answer.endsWith('\r\n0\r\n\r\n')) return true
  const length = /\r\ncontent-length: (\d+)/i.exec(answer)
  const head = answer.indexOf('\r\n\r\n')
  return length !== null && head !== -1 && answer.length >= head + 4 + Number(length[1])
}
