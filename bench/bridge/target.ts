export interface Target {
  port: number
  headers: Record<string, string>
}

export const PATH = '/v1/chat/completions'

export const bodyOf = (content: string, stream: boolean): string =>
  JSON.stringify({ model: 'bench', stream, messages: [{ role: 'user', content }] })
