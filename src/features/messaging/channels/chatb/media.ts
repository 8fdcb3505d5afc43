import { z } from 'zod'
import type { Clock } from '#ground/base/clock.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import { within } from '#ground/base/time-limit.ts'
import type { FetchedMedia } from '../../channel.ts'
import { fileContent } from '../file-content.ts'
import type { MediaReference } from '../../incoming.ts'
import { chatBFailure, TIMEOUT_MS, type Api } from './api.ts'
import type { BotAccount } from './variables.ts'

/** The provider serves no larger files. */
const MAX_FILE_BYTES = 20 * 1024 * 1024
const TOO_LARGE = 'the file is larger than 20 MB, the maximum that the provider releases'

const FileAnswer = z.object({ file_path: z.string().min(1), file_size: z.number().optional() })

/** Fetches a file: first its path, which is valid for an hour, then its content. */
export async function fetchChatBMedia(
  { api, account, clock }: { api: Api; account: BotAccount; clock: Pick<Clock, 'sleep'> },
  { id, bytes }: MediaReference,
  signal: AbortSignal,
): Promise<Result<FetchedMedia, string>> {
  if ((bytes ?? 0) > MAX_FILE_BYTES) return refused(TOO_LARGE)
  const exchange = await api.call('getFile', { file_id: id }, signal)
  if (exchange.happened === 'refused')
    return refused(
      /too big/i.test(exchange.description) ? TOO_LARGE : `the provider reports: ${exchange.description}`,
    )
  if (exchange.happened !== 'done') return refused(exchange.reason)
  const file = FileAnswer.safeParse(exchange.result).data
  const path = file && pathOf(file.file_path)
  if (!file || path === null || path === undefined)
    return refused('the provider did not return the location of the file')
  if ((file.file_size ?? 0) > MAX_FILE_BYTES) return refused(TOO_LARGE)
  const declared = file.file_size ?? bytes
  try {
    const answer = await within(clock, TIMEOUT_MS, (late) =>
      fetch(`${account.base}/file/bot${account.token}/${path}`, {
        redirect: 'manual', // a redirect would disclose the token, which is in the address
        signal: AbortSignal.any([signal, late]),
      }),
    )
    if (answer.ok && answer.body)
      return accepted(contentOf(answer, Math.min(declared ?? MAX_FILE_BYTES, MAX_FILE_BYTES)))
    await answer.body?.cancel()
    return refused(`the provider answered ${answer.status} for the file`)
  } catch (error) {
    return refused(chatBFailure(error).reason)
  }
}

/** Null for `..` or empty segments, which could make a self-hosted API server serve other files from its disk. */
const pathOf = (path: string): string | null => {
  const parts = path.split('/')
  return parts.some((part) => ['', '.', '..'].includes(part)) ? null : parts.map(encodeURIComponent).join('/')
}

function contentOf({ body, headers }: Response, limit: number): FetchedMedia {
  const type = headers.get('content-type')?.split(';')[0]?.trim() ?? null
  return {
    content: fileContent(body!, { most: limit }),
    contentType: type === 'application/octet-stream' ? null : type, // the provider sends this type for all files
  }
}
