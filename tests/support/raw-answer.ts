import { request } from 'node:http'

export interface LineAnswer {
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

export const onTheLine = (
  url: string,
  { headers, method = 'GET' }: { headers: Record<string, string>; method?: string },
): Promise<LineAnswer> =>
  new Promise((resolve, reject) => {
    request(url, { method, headers }, (response) => {
      const pieces: Buffer[] = []
      response.on('data', (piece: Buffer) => pieces.push(piece))
      response.on('end', () => resolve({ headers: response.headers, body: Buffer.concat(pieces) }))
    })
      .on('error', reject)
      .end()
  })
