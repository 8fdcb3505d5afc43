import { ProtocolError } from '@modelcontextprotocol/client'
import { z } from 'zod'
import { askIn } from './answer-questions.ts'
import type { ElicitationCompletions } from './elicitation-completions.ts'
import { checkAddress, readQuestion } from './read-question.ts'
import type { RunningCall } from './running-calls.ts'

/** MCP error code: the person must open addresses before the call. */
const URL_ELICITATION_REQUIRED = -32_042

const MAX_ADDRESSES = 5
const MAX_ROUNDS = 3

export interface AddressedCall {
  call: RunningCall
  completions: ElicitationCompletions
  signal: AbortSignal
}

/** @throws Error with a sentence for the model if the person does not open an address. */
export async function withRequiredAddresses<T>(around: AddressedCall, work: () => Promise<T>): Promise<T> {
  for (let round = 1; ; round++)
    try {
      return await work()
    } catch (error) {
      const addresses = round > MAX_ROUNDS ? null : addressesIn(error)
      if (!addresses) throw error
      for (const address of addresses) await open(around, address, error)
    }
}

interface Address {
  message: string
  url: string
  elicitationId: string | null
}

function addressesIn(error: unknown): Address[] | null {
  if (!(error instanceof ProtocolError) || error.code !== URL_ELICITATION_REQUIRED) return null
  const { elicitations = [] } = Data.safeParse(error.data).data ?? {}
  if (elicitations.length === 0 || elicitations.length > MAX_ADDRESSES) return null
  const addresses: Address[] = []
  for (const given of elicitations) {
    const read = readQuestion({ ...given, mode: 'url' })
    const url = checkAddress(given.url)
    if (!read.ok || !url.ok) return null
    addresses.push({ ...read.value, url: url.value })
  }
  return addresses
}

const Data = z.object({ elicitations: z.array(z.looseObject({ url: z.unknown() })) })

async function open(
  { call, completions, signal }: AddressedCall,
  { message, url, elicitationId }: Address,
  cause: unknown,
): Promise<void> {
  const failed = (why: string) =>
    new Error(`requires the person to open ${new URL(url).host}, and ${why}`, { cause })
  const opened = await askIn(call, { message, subject: { kind: 'url', url } }, signal)
  if (opened.action !== 'accept') throw failed(WHY[opened.action])
  const done = elicitationId === null ? [] : [completions.signalOf(elicitationId)]
  const waiting = AbortSignal.any([signal, ...done])
  const finished = await askIn(call, { message, subject: { kind: 'finish', url } }, waiting)
  if (finished.action !== 'accept') throw failed(WHY[finished.action])
}

const WHY = {
  unattended: 'nobody can be asked here',
  unclear: 'the server did not name the call',
  expired: 'the person did not answer in time',
  decline: 'the person declined',
  cancel: 'the question was cancelled',
}
