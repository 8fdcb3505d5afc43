/** Administrators may not override these parameters, because this would break or weaken the protocol. Lower case. */
export const OUR_PARAMETERS: readonly string[] = [
  'client_id',
  'client_secret',
  'code_challenge',
  'code_challenge_method',
  'nonce',
  'redirect_uri',
  'request',
  'request_uri',
  'resource',
  'response_mode',
  'response_type',
  'scope',
  'state',
]

export const PARAMETER_NAME = /^[A-Za-z][A-Za-z0-9_.:-]{0,63}$/
export const MAX_PARAMETERS = 20
export const MAX_PARAMETER_LENGTH = 500
