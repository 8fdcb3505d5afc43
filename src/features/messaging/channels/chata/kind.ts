import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { subscribeAnswer, subscribeQuery } from '#core/inbox/verification/subscribe-challenge.ts'
import { signatureIn } from '#core/inbox/verification/verify.ts'
import { parseEnvironment, secret, type Environment } from '#ground/base/environment.ts'
import { fetchedAddress } from '#ground/base/network/blocked-port.ts'
import type { ChannelKind, PostEndpoint } from '../../channel.ts'

const MiB = 1024 * 1024

const Variables = z.object({
  CHATA_VERIFY_TOKEN: secret(
    z
      .string()
      .optional()
      .describe(
        'Verify token for WhatsApp (chat-a): a text of your choice, which you also enter at the provider',
      ),
  ),
  CHATA_APP_SECRET: secret(
    z
      .string()
      .optional()
      .describe(
        'App secret, which verifies deliveries from WhatsApp; without it, all deliveries are refused',
      ),
  ),
  CHATA_ACCESS_TOKEN: secret(
    z.string().optional().describe('Access token for WhatsApp, to send answers and download files'),
  ),
  CHATA_PHONE_NUMBER_ID: z
    .string()
    .regex(/^\d{1,32}$/, 'expected the id of the number, digits only')
    .optional()
    .describe('Id of the number that answers on WhatsApp'),
  CHATA_API_BASE: fetchedAddress()
    .default('https://graph.facebook.com/v26.0')
    .describe('Base address of WhatsApp’s API, with its version'),
})

export const chata: ChannelKind = {
  name: 'chata',
  sendsFirst: false,
  variables: Variables,
  missingVariables: ({ CHATA_VERIFY_TOKEN, CHATA_APP_SECRET }) =>
    CHATA_VERIFY_TOKEN || CHATA_APP_SECRET ? [] : ['CHATA_VERIFY_TOKEN', 'CHATA_APP_SECRET'],
  receiving: { by: 'post', endpoint },
  missingToAnswer: (environment) =>
    ['CHATA_ACCESS_TOKEN', 'CHATA_PHONE_NUMBER_ID'].filter((name) => !environment[name]),
  setup: {
    secrets: ['CHATA_VERIFY_TOKEN', 'CHATA_APP_SECRET', 'CHATA_ACCESS_TOKEN'],
    open: ['CHATA_PHONE_NUMBER_ID'],
    async tryOut({ environment, clock }) {
      const {
        CHATA_ACCESS_TOKEN: token = '',
        CHATA_PHONE_NUMBER_ID: phoneNumberId = '',
        CHATA_API_BASE: base,
      } = parseEnvironment(Variables, environment)
      return (await import('./try-out.ts')).tryChata({ base, token, phoneNumberId, clock })
    },
  },
  async open({ environment, clock }) {
    const {
      CHATA_ACCESS_TOKEN: token,
      CHATA_PHONE_NUMBER_ID: phoneNumberId,
      CHATA_API_BASE: base,
    } = parseEnvironment(Variables, environment)
    if (!token || !phoneNumberId) return null
    return (await import('./open.ts')).openChata({ base, token, phoneNumberId, clock })
  },
}

function endpoint(environment: Environment): PostEndpoint {
  const { CHATA_VERIFY_TOKEN: verifyToken, CHATA_APP_SECRET: appSecret } = parseEnvironment(
    Variables,
    environment,
  )
  return {
    posts: appSecret
      ? {
          verification: signatureIn(['x-hub-signature-256'], appSecret),
          proofOfEmptyBody: {
            'x-hub-signature-256': `sha256=${createHmac('sha256', appSecret).digest('hex')}`,
          },
          maxBytes: 10 * MiB,
          // A delivery has no id of its own; only its messages have ids.
          deliveryId: () => null,
        }
      : null,
    ...(verifyToken && {
      challenge: (query: URLSearchParams) => subscribeAnswer(query, verifyToken),
      challengeQuery: (answer: string) => subscribeQuery(verifyToken, answer),
    }),
  }
}
