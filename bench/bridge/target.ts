/** Where turns are asked for, in the OpenAI chat protocol. */
export interface Target {
  port: number
  headers: Record<string, string>
}

export const PATH = '/v1/chat/completions'

/** Body of a request for one turn. */
export const bodyOf = (content: string, stream: boolean): string =>
  JSON.stringify({ model: 'bench', stream, messages: [{ role: 'user', content }] })
