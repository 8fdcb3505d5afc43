import type { ShellMachine } from './terminal.ts'

export const addresses = ({ edge, bridge }: ShellMachine): [string, string][] => [
  ['http://127.0.0.1:3080', edge],
  ['http://127.0.0.1:8000', bridge],
  ['https://hub.example.com', edge],
]

export const GARDEN = String.raw`
hub init ~/garden >&2
cd ~/garden
echo SVC_DEFAULT_USER_ROLE=user >> .env
echo 'correct horse battery' | hub admin create --email ann@example.com --name Ann --password-stdin >&2
hub run . >&2
curl http://127.0.0.1:$PORT/api/v1/auths/signup -H 'Content-Type: application/json' \
  -d '{"email": "pat@example.com", "name": "Pat", "password": "correct horse battery"}' >&2
`
