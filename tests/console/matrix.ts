import type { ErrorCode } from '#ground/api/schema.ts'
import type { CONTRACTS } from '#processes/contracts.ts'
import type { MatrixOf } from '../support/matrix.ts'

export type Refusal = readonly [status: number, code: ErrorCode]

export interface Beside {
  allowed?: Refusal
  /** The object belongs to `garden`, although the request does not name the Hub. */
  isOfGarden?: true
  /** Expected refusal for managers of other Hubs; default `outside_ceiling`. */
  elsewhere?: Refusal
  isBySessionOnly?: true
  /** The request names no Hub and reads personal data, so keys limited to Hubs cannot send it. */
  isPersonal?: true
}

export interface Things {
  run: string
  trace: string
  program: { client_id: string; redirect_uri: string }
}

const NOT_FOUND: Refusal = [404, 'not_found']

const [hub, subject] = ['garden', 'pat@example.com']
/** No test signs in as this person, so changes may end their sessions. */
const bystander = 'quinn@example.com'
const one = { params: { id: 'none' }, allowed: NOT_FOUND } as const
const grant = { subject, hub, permission: 'use_hub' }

/** No request of the matrix changes the callers' rights, so the order of routes and callers is irrelevant. */
export const matrixOf = ({ run, trace, program }: Things) => {
  const asked = {
    ...program,
    hub,
    response_type: 'code',
    code_challenge: 'c'.repeat(43),
    code_challenge_method: 'S256',
  }
  return {
    readPermissions: { query: { hub } },
    listHubVersions: { query: { hub } },
    listModelUse: { query: { hub } },
    listHubPermissions: { query: { hub } },
    listAccess: { query: { hub } },
    explainAccess: { query: { subject, hub } },
    grantPermission: { body: grant },
    revokePermission: { body: { ...grant, subject: bystander } },
    applyAccess: { body: { subject, hub, operations: [{ action: 'grant', permission: 'use_hub' }] } },
    manageHub: { params: { hub } },
    unmanageHub: { params: { hub: 'attic' } },

    listPeople: { query: { agent: hub } },
    readPerson: { params: { subject }, isOfGarden: true, elsewhere: NOT_FOUND },
    blockPerson: { body: { subject: bystander, suspended: false } },
    invitePeople: {
      body: { emails: ['new@example.com'], grants: [{ hub, permission: 'use_hub' }] },
      allowed: [403, 'forbidden'],
    },
    sendInvitationAgain: { params: { email: 'new@example.com' }, allowed: NOT_FOUND },
    withdrawInvitation: { params: { email: 'new@example.com' }, allowed: NOT_FOUND },
    sendResetMail: { params: { subject: bystander }, allowed: [403, 'forbidden'] },
    createAccount: {
      body: { email: subject, name: 'Pat', sign_in: 'idp', grants: [{ hub, permission: 'use_hub' }] },
      allowed: [409, 'duplicate_email'],
    },
    grantToAccount: { body: { email: subject, grants: [{ hub, permission: 'use_hub' }] } },
    readBelongings: { params: { subject: bystander } },
    listPersonBudgets: { query: { subject } },
    readAccount: { params: { subject } },
    setPassword: { params: { subject: bystander }, body: { password: 'correct horse battery' } },
    signOutAccount: { params: { subject: bystander } },
    resetFactors: { params: { subject: bystander } },
    listAccountIdentities: { params: { subject: bystander } },
    releaseAccountIdentity: {
      params: { subject: bystander },
      body: { issuer: 'https://none.example' },
      allowed: NOT_FOUND,
    },
    approveAccount: { params: { subject: bystander } },
    setRole: { params: { subject: bystander }, body: { role: 'user' } },
    deleteAccount: {
      params: { subject: 'nobody@example.com' },
      body: { confirm_email: 'nobody@example.com' },
      allowed: NOT_FOUND,
    },
    deleteOwnAccount: {
      body: { confirm_email: 'nobody@example.com' },
      allowed: [403, 'forbidden'],
      isBySessionOnly: true,
    },

    addModelConnection: {
      body: { expected_revision: 'none', url: 'http://127.0.0.1:9/v1' },
      allowed: [409, 'revision_conflict'],
    },
    changeModelConnection: {
      params: { place: '0' },
      body: { expected_revision: 'none', enabled: false },
      allowed: [409, 'revision_conflict'],
    },
    removeModelConnection: {
      params: { place: '0' },
      body: { expected_revision: 'none' },
      allowed: [409, 'revision_conflict'],
    },
    testModelConnection: { body: { url: 'http://127.0.0.1:9/v1' }, allowed: [400, 'invalid'] },
    changeSignUp: { body: { policy: 'approval' } },
    changeSecondFactorRule: { body: { is_on: false } },
    changeBanner: { body: { banner: null } },
    changeMailSetup: {
      body: { expected_revision: null, host: '127.0.0.1', port: 9, security: 'tls', from: 'hub@example.com' },
      allowed: [403, 'setup_off'],
    },
    changeProviderSetup: {
      params: { provider: 'acme' },
      body: { expected_revision: null, name: 'Acme', issuer: 'https://id.example.com', client_id: 'hub' },
      allowed: [403, 'setup_off'],
    },
    removeProviderSetup: {
      params: { provider: 'acme' },
      body: { expected_revision: 'none' },
      allowed: [403, 'setup_off'],
    },
    listChannelSetups: { query: { hub } },
    changeChannelSetup: {
      params: { channel: 'chatb' },
      body: { hub, expected_revision: null, values: {} },
      allowed: [403, 'setup_off'],
    },
    removeChannelSetup: {
      params: { channel: 'chatb' },
      body: { hub, expected_revision: 'none' },
      allowed: [403, 'setup_off'],
    },
    removeMailSetup: { body: { expected_revision: 'none' }, allowed: [403, 'setup_off'] },
    createGroup: { body: { name: 'Gardeners' } },
    readGroup: { params: { group: 'none' }, allowed: NOT_FOUND },
    changeGroup: { params: { group: 'none' }, body: { name: 'None' }, allowed: NOT_FOUND },
    changeGroupMembers: { params: { group: 'none' }, body: {}, allowed: NOT_FOUND },
    removeGroup: { params: { group: 'none' }, allowed: NOT_FOUND },

    readChangeRequest: one,
    confirmChangeRequest: { ...one, body: { plan_hash: 'none' }, isBySessionOnly: true },
    rejectChangeRequest: one,
    answerChangeRequest: { ...one, body: { plan_hash: 'none', content: {} }, isBySessionOnly: true },
    editChangeRequest: { ...one, body: { plan_hash: 'none', input: {} }, isBySessionOnly: true },
    proposeChangeAgain: one,

    listAccessRequests: { query: { hub } },
    giveAccess: one,
    declineAccess: one,

    listAudit: { query: { hub } },
    listAccessChanges: { query: { hub } },

    readSummary: { query: { hub } },
    listBudgets: { query: { hub } },
    changeBudget: { body: { hub, scope: 'hub', period: 'day', unit: 'tokens', limit: 1000 } },

    listRatings: { query: { hub } },

    listTraces: { query: { hub } },
    readTrace: { params: { trace_id: trace }, isOfGarden: true, elsewhere: NOT_FOUND },

    listHubFiles: { query: { hub } },
    readHubFile: { query: { hub, path: 'tasks/none.md' }, allowed: NOT_FOUND },
    checkHubFile: { body: { hub, path: 'agent.md', text: 'You help.' } },
    saveHubFile: {
      body: { hub, path: 'agent.md', text: 'You help.', expected_hash: null },
      allowed: [403, 'editing_off'],
    },

    readNotices: { isPersonal: true },
    changeNotices: {
      body: {
        muted: [],
        level: 'failure',
        with_solved: false,
        pace: 'daily',
        daily_at: 480,
        quiet: null,
        time_zone: 'UTC',
        language: 'en',
      },
    },
    addNoticeWay: { body: { kind: 'mail' }, allowed: [400, 'invalid'] },
    testNoticeWay: { params: { way: 'none' }, allowed: NOT_FOUND },
    resumeNoticeWay: { params: { way: 'none' }, allowed: NOT_FOUND },
    removeNoticeWay: { params: { way: 'none' }, allowed: NOT_FOUND },

    listMemory: { query: { hub } },
    eraseMemory: { body: { hub } },

    listInboxEndpoints: { query: { hub } },
    listInboxEvents: { query: { hub } },
    readInboxEvent: { params: { event: 'none.json' }, query: { hub }, allowed: NOT_FOUND },
    watchInbox: { query: { hub } },
    replayInboxEvents: { body: { hub, events: ['none.json'] }, allowed: NOT_FOUND },
    releaseInboxEvents: { body: { hub, events: ['none.json'] }, allowed: NOT_FOUND },
    quarantineInboxEvents: { body: { hub, events: ['none.json'] }, allowed: NOT_FOUND },
    releaseAllEvents: { body: { hub, endpoint: 'webhook' } },
    undoRelease: { body: { hub, release: 'none' }, allowed: NOT_FOUND },
    listChannels: { query: { hub } },
    listMessages: { query: { hub } },
    readMessage: { params: { message: 'none' }, query: { hub }, allowed: NOT_FOUND },
    sendMessagesAgain: { body: { hub, messages: ['none'] }, allowed: NOT_FOUND },
    listRoster: { query: { hub } },
    listStrangers: { query: { hub } },
    listDeliveries: { query: { hub, run_id: run } },
    deliverAgain: { body: { hub, deliveries: ['none'] }, allowed: NOT_FOUND },
    testInbox: { body: { hub, body: '{}' }, allowed: [503, 'unavailable'] },
    startTestWait: { body: { hub, endpoint: 'none' }, allowed: NOT_FOUND },
    readTestWait: { query: { hub, endpoint: 'none' }, allowed: NOT_FOUND },

    listMcpConnections: { query: { hub } },
    readMcpAuthorization: { query: asked },
    decideMcpAuthorization: { body: { ...asked, allow: false }, isBySessionOnly: true },
    endMcpSignIn: one,

    listWorkflows: { query: { hub } },
    runWorkflow: { body: { hub, workflow: 'md:water' } },
    listRuns: { query: { hub } },
    readRun: { params: { hub, run_id: run } },
    watchRun: { params: { hub, run_id: run } },
    cancelRun: { body: { hub, run_id: run } },
    repeatRun: { body: { hub, run_id: 'none' }, allowed: NOT_FOUND },

    beginJourney: { body: { provider: 'none' }, allowed: NOT_FOUND },
    readJourney: { params: { id: '00000000-0000-4000-8000-000000000000' }, allowed: NOT_FOUND },

    listArtifacts: { query: { hub } },
    publishFromChat: { body: { hub, chat_id: 'none', filename: 'none.txt' }, allowed: NOT_FOUND },
    listPublished: { query: { hub, chat_id: 'none' } },
    readArtifact: one,
    watchArtifact: one,
    findCandidates: { ...one, query: { q: 'pat' } },
    shareArtifact: { ...one, body: { kind: 'owner' } },
    changeLink: { ...one, body: { action: 'create' } },
    restoreVersion: { ...one, body: { version: 1 } },
    deleteArtifact: one,
  } satisfies MatrixOf<typeof CONTRACTS, Beside>
}
