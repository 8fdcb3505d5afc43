import { DISK_FULL, DISK_FULL_STATUS } from '#ground/base/disk-full.ts'
import { FAILED_DEPENDENCY } from '#ground/turn/errors/schema.ts'
import { BLOB_DAMAGED, BLOB_STORAGE_UNAVAILABLE } from '#ground/blobs/blobs.ts'
import { DRAINING } from '#ground/instances/instances.ts'
import { STORE_AWAY } from '#ground/store/errors.ts'

const FORBIDDEN =
  'You do not have permission to access this resource. Please contact your administrator for assistance.'
/** Equals Open WebUI's text, including its apostrophe, because clients compare the text. */
const MISSING = "We could not find what you're looking for"

/** Statuses follow Open WebUI's API, in which 401 also means "forbidden". */
export const CHATAPP_REFUSALS = {
  not_authenticated: [401, 'Not authenticated'],
  bad_token: [401, '401 Unauthorized'],
  revoked_token: [401, 'Invalid token'],
  session_gone: [401, 'Your session has expired or the token is invalid. Please sign in again.'],
  invalid_api_key: [
    401,
    'This API key is wrong, expired or revoked. Create a new key in the settings of the web chat.',
  ],
  forbidden: [401, FORBIDDEN],
  blocked: [403, 'Your account is blocked. Ask an administrator.'],
  cross_origin: [
    403,
    'The request was refused, because it came from a page at another address than this Hub’s. Behind a proxy, set SVC_PUBLIC_URL to the address that people use.',
  ],
  rate_limited: [429, 'API rate limit exceeded'],

  keys_off: [403, 'Use of API key is not enabled in the environment.'],
  key_path_closed: [403, FORBIDDEN],
  key_for_hubs: [403, 'This API key is for Hubs only, not for the web chat.'],
  key_limited: [
    403,
    'A key that expires, or that is limited to some Hubs, can’t create or revoke keys. Sign in to do this.',
  ],
  key_expiry_past: [400, 'The key would have expired already: choose a later time.'],
  too_many_keys: [400, 'You have 100 API keys. Revoke one you no longer use first.'],
  key_creation_off: [403, 'API key creation is not allowed in the environment.'],
  key_missing: [404, `${MISSING}: there is no API key.`],

  session_missing: [404, `${MISSING}: no such sign-in.`],
  session_needed: [403, 'A key that expires can’t see or end sign-ins. Sign in to do this.'],

  totp_on: [400, 'Two-step sign-in is on already. Turn it off first.'],
  totp_not_begun: [400, 'Request a new secret first.'],
  wrong_code: [400, 'This code is wrong, or was used already. Wait for the next code.'],
  step_gone: [400, 'This sign-in took too long. Begin again with your password.'],

  second_factor_needed: [403, 'Your account needs a second factor. Set it up first.'],
  passkey_needed: [403, 'Sign in with your passkey: your password alone isn’t enough here.'],

  passkeys_need_name: [400, 'Passkeys need an https address with a domain name, or localhost.'],
  passkey_late: [400, 'This request has expired, or was answered already. Start again.'],
  passkey_not_made: [
    400,
    'This passkey can’t be saved: the browser didn’t create it for this request, or didn’t verify you.',
  ],
  passkey_refused: [
    400,
    'You can’t sign in with this passkey. It was deleted here, or belongs to another address.',
  ],
  link_gone: [
    400,
    'This link no longer works: it was used, replaced or withdrawn, or it has expired. Request a new one.',
  ],
  mail_off: [403, 'This service sends no links by mail. Ask an administrator for a new password.'],

  passkey_exists: [400, 'This passkey is saved already.'],
  passkey_missing: [404, `${MISSING}: no such passkey.`],
  too_many_passkeys: [400, 'You have 20 passkeys. Delete one you no longer need first.'],

  signup_closed: [403, FORBIDDEN],
  wrong_credentials: [
    400,
    'The email or password provided is incorrect. Please check for typos and try again.',
  ],
  wrong_password: [400, 'The password provided is incorrect. Please check for typos and try again.'],
  email_invalid: [
    400,
    'The email format you entered is invalid. Please use an address such as name@example.com.',
  ],
  email_taken: [
    400,
    'Uh-oh! This email is already registered. Sign in with your existing account or choose another email.',
  ],
  password_too_short: [400, 'The password is too short: use at least 8 characters.'],
  password_too_long: [400, 'The password is too long: use at most 128 characters.'],
  name_invalid: [400, 'The name must have 1 to 100 characters.'],
  invalid_time_zone: [400, 'This is not a time zone; expected a name such as Europe/Berlin.'],
  idp_managed: [403, 'An identity provider signs this person in, so they have no password here.'],
  password_sign_in_off: [403, 'Sign-in with passwords is off. Use another sign-in method.'],
  identity_missing: [404, `${MISSING}: this account has no identity of that issuer.`],
  setting_fixed: [400, 'This server does not have the feature, so the setting can’t be changed.'],
  admin_details_hidden: [400, 'Administrators hide their contact details.'],
  account_missing: [400, `${MISSING}: no such account.`],
  primary_admin: [
    403,
    'Only the first administrator can change this account. It can’t be demoted or deleted.',
  ],
  own_account: [403, 'You can’t delete your own account.'],

  group_missing: [401, `${MISSING}: no such group.`],

  model_not_found: [400, 'Model not found'],
  model_away: [503, 'This agent is not available now. Try again when it is back.'],
  model_missing: [404, `${MISSING}: no such model.`],
  model_delete_missing: [401, `${MISSING}: no such model.`],
  model_id_taken: [401, 'Uh-oh! This model id is already registered. Please choose another model id.'],

  agent_open: [400, 'You have access to this agent already.'],
  access_declined: [
    403,
    'Your request was declined. You can request access again one week after the decision.',
  ],
  too_many_access_requests: [
    400,
    'You have 10 open requests for access. Wait until some of them are decided.',
  ],

  connection_failed: [502, 'The connection did not answer with a list of models.'],
  connection_unreachable: [502, 'There is no server at this address, or it can’t be reached from here.'],
  connection_silent: [502, 'The server did not answer in time.'],
  connection_key_refused: [502, 'The server refuses the key, or requires a key.'],
  connection_insecure: [400, 'This address is on the public internet, so it has to begin with https.'],
  connection_forbidden: [
    400,
    'Link-local addresses are refused, because cloud providers serve secrets there.',
  ],

  client_document_missing: [404, `${MISSING}: this service has no public https address.`],
  provider_missing: [404, `${MISSING}: no such provider.`],
  provider_id_taken: [400, 'There is a provider with this id already. Choose another id.'],
  provider_not_reached: [
    503,
    'The provider of this connection can’t be reached right now. Try again in a moment.',
  ],
  provider_failed: [400, 'The provider sent an invalid answer.'],
  provider_not_mcp: [400, 'Only MCP servers register clients automatically: use type=mcp.'],
  outside_connection_missing: [404, `${MISSING}: no such connection.`],
  outside_connections_missing: [400, `${MISSING}: this person has no connections.`],
  browser_session_needed: [403, 'Connecting an account needs a signed-in browser.'],

  agent_unreachable: [502, 'The agent can’t be reached right now. Try again in a moment.'],
  agent_broke_off: [
    FAILED_DEPENDENCY,
    'The connection to the agent ended before the answer was complete. Actions of the agent until then are not undone.',
  ],

  chat_missing: [401, `${MISSING}: no such chat.`],
  chat_delete_missing: [404, `${MISSING}: no such chat.`],
  response_missing: [404, `${MISSING}: no such stored response.`],
  completion_chat_missing: [404, `${MISSING}: no such chat.`],
  too_many_messages: [
    413,
    'A request holds at most 10,000 messages. Send the others in further requests for the same chat.',
  ],
  import_not_a_chat: [400, 'This entry of the file has no chat, so it can’t be imported.'],
  import_message_too_long: [
    413,
    'A message of this chat is longer than 1,048,576 characters, so the chat can’t be imported. Shorten the message.',
  ],
  chat_fields_too_large: [
    413,
    'The fields beside a chat’s messages, or beside a message’s text, may have at most 1 MB.',
  ],
  folder_missing: [404, `${MISSING}: no such folder.`],
  folder_exists: [400, 'There is a folder with this name already. Choose another name.'],
  folder_too_deep: [400, 'A folder in another folder can’t contain folders.'],
  too_many_folders: [400, 'You have 200 folders. Delete one you no longer need first.'],
  too_many_tags: [400, 'A chat has at most 50 tags. Remove a tag first.'],
  prompt_missing: [404, `${MISSING}: no such prompt.`],
  prompt_exists: [400, 'You have a prompt with this name already. Choose another name.'],
  prompt_name_invalid: [
    400,
    'A name has letters, digits, - and _ only, at most 40, and starts with a letter or digit.',
  ],
  prompt_too_many_variables: [400, 'A prompt has at most 20 variables.'],
  too_many_prompts: [400, 'You have 200 prompts. Delete one you no longer need first.'],
  schedule_missing: [404, `${MISSING}: no such scheduled prompt.`],
  schedule_invalid: [400, 'This schedule can’t be read: write a cron line such as “0 8 * * 1”.'],
  schedule_too_often: [400, 'A prompt is sent at most once an hour. Choose times that are further apart.'],
  schedule_chat_temporary: [
    400,
    'A temporary chat can’t be scheduled, because it is removed after a day. Choose a new chat.',
  ],
  schedule_busy: [409, 'The last answer to this prompt is not complete yet. Wait until it is.'],
  too_many_schedules: [400, 'You have 20 scheduled prompts. Delete one you no longer need first.'],
  chat_busy: [409, 'This chat is still answering. Wait for the answer to end, or stop it first.'],
  share_missing: [404, `${MISSING}: this chat is not shared any more, or not with you.`],
  share_without_people: [400, 'Choose at least one person.'],
  share_with_group: [400, 'A chat is shared with people or with everyone, not with a group.'],
  share_person_missing: [400, 'One of these people can’t use this agent any more. Choose again.'],
  share_without_agent: [
    400,
    'No agent has answered in this chat yet, and only people with access to its agent could read it.',
  ],
  too_many_shares: [400, 'You share 500 chats. End one of these shares first.'],
  message_empty: [400, 'The message is empty.'],
  message_missing: [404, `${MISSING}: no such message in this chat.`],
  feedback_missing: [404, `${MISSING}: you have no such rating.`],
  answer_unfinished: [409, 'This answer is still being written.'],
  message_exists: [400, 'A message with this id already exists.'],
  parent_missing: [400, 'The message to answer is not part of this chat.'],
  task_missing: [404, `${MISSING}: no such task.`],
  question_over: [404, 'This question is closed: it was answered or cancelled, or it expired.'],
  question_answered: [409, 'You answered this question already, perhaps in another tab.'],
  question_unreachable: [503, 'The answer could not be passed on. Try again in a moment.'],
  shutting_down: [503, 'The web chat is restarting. Try again in a moment.'],
  stopping: [FAILED_DEPENDENCY, 'The service is stopping, so this answer ends before it is complete.'],
  draining: [503, DRAINING],

  file_missing: [404, `${MISSING}: no such file.`],
  files_away: [503, BLOB_STORAGE_UNAVAILABLE],
  file_damaged: [503, BLOB_DAMAGED],
  store_away: [503, STORE_AWAY],
  disk_full: [DISK_FULL_STATUS, DISK_FULL],
  file_too_large: [413, 'The file is too large.'],
  body_too_large: [413, 'The request is too large.'],
  upload_malformed: [400, 'The upload could not be read. Please try again.'],

  bad_address: [400, 'The address is not properly encoded.'],
  address_too_long: [414, 'A part of the address is too long.'],
  bad_request: [400, 'The request could not be read.'],
  media_type: [415, 'Send JSON, with content type application/json.'],
  not_offered: [
    404,
    'A Hub does not offer this: it shortens long conversations itself, and usage counts the tokens.',
  ],
  not_found: [404, 'Not Found'],
  method_not_allowed: [405, 'Method Not Allowed'],
} as const satisfies Record<string, readonly [status: number, detail: string]>

export type RefusalCode = keyof typeof CHATAPP_REFUSALS
