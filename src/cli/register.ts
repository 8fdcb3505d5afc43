import { openRegistration, type RegisteredWebhook } from '#features/messaging/channels/chatb/registration.ts'
import { readBotAccount } from '#features/messaging/channels/chatb/variables.ts'
import { systemClock } from '#ground/base/clock.ts'
import type { Result } from '#ground/base/result.ts'
import { endpointPath } from '#ground/hub/endpoint-path.ts'
import { readSharedConfig } from '#processes/config/shared.ts'
import { CommandFailure } from './failure.ts'
import { hubFolderOf } from './hub-folder.ts'
import { alignColumns, print, printJson, printWarning } from './print.ts'
import { readCommandSettings } from './settings.ts'

interface Options {
  hub?: string
  json?: boolean
  show?: boolean
  remove?: boolean
  dropPending?: boolean
}

export async function register(folderArgument: string | undefined, options: Options): Promise<void> {
  const hubFolder = hubFolderOf(folderArgument, options.hub)
  const { environment } = await readCommandSettings(hubFolder)
  const account = readBotAccount(environment)
  if (account === null)
    throw new CommandFailure(
      'CHATB_BOT_TOKEN is not set: put the token that Telegram (chat-b) gave the bot into the Hub’s .env',
    )
  const { publicUrl, hubSlug } = readSharedConfig(environment, hubFolder)
  const address = `${publicUrl}${endpointPath(hubSlug, 'chatb')}`
  const dropPending = options.dropPending === true
  const registration = openRegistration(account, systemClock)

  if (options.show) return printRegistration(await registration.look(), { ...options, address })
  if (options.remove) return printRegistration(await registration.remove({ dropPending }), options)
  const secret = environment['CHATB_WEBHOOK_SECRET']
  if (!secret)
    throw new CommandFailure(
      'CHATB_WEBHOOK_SECRET is not set: put a long random value into the Hub’s .env, such as the output of: openssl rand -hex 32',
    )
  return printRegistration(await registration.register({ address, secret, dropPending }), {
    ...options,
    address,
  })
}

function printRegistration(
  result: Result<RegisteredWebhook, string>,
  { json, address }: Options & { address?: string },
): void {
  if (!result.ok) throw new CommandFailure(result.refusal)
  const { address: registered, pending, lastError } = result.value
  if (json)
    printJson({
      channel: 'chat-b',
      address: registered,
      pending,
      last_error: lastError && { at: timeOf(lastError.atMs), message: lastError.message },
    })
  else
    print(
      alignColumns(
        [
          ['posts to', registered ?? '(no address)'],
          ['waiting', `${pending} ${pending === 1 ? 'update' : 'updates'}`],
          ...(lastError ? [['last error', `${timeOf(lastError.atMs)} ${lastError.message}`]] : []),
        ],
        '',
      ),
    )
  if (address !== undefined && registered !== null && registered !== address)
    printWarning(
      `the registered address is not this Hub’s, ${address}: register again, or correct SVC_PUBLIC_URL`,
    )
}

const timeOf = (ms: number): string => new Date(ms).toISOString()
