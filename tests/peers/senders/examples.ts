import type { SignedRequest } from './signers.ts'

/** A request from the documentation of a sender or a standard, with its secret. */
export interface Example extends Omit<SignedRequest, 'library'> {
  what: string
  /** Settings of the endpoint. */
  rules: string
  secret: string
  /** The signed timestamp is years old, so the Hub refuses the request. */
  isOld: boolean
}

const SLACK_BODY =
  'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c'

export const EXAMPLES: readonly Example[] = [
  {
    what: 'GitHub',
    endpoint: 'example-github',
    rules: 'sender: github',
    secret: "It's a Secret to Everybody",
    isOld: false,
    headers: {
      'x-hub-signature-256': 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
    },
    body: 'Hello, World!',
  },
  {
    what: 'Slack',
    endpoint: 'example-slack',
    rules: 'sender: slack',
    secret: '8f742231b10e8888abcd99yyyzzz85a5',
    isOld: true,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-slack-request-timestamp': '1531420618',
      'x-slack-signature': 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
    },
    body: SLACK_BODY,
  },
  {
    what: 'Standard Webhooks',
    endpoint: 'example-standard',
    rules: 'mode: standard',
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    isOld: true,
    headers: {
      'content-type': 'application/json',
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    },
    body: '{"test": 2432232314}',
  },
]
