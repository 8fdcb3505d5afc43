import type { CONTRACTS } from '#chatapp/contracts.ts'
import type { RefusalCode } from '#chatapp/http/refusals.ts'
import { PLAIN_SAMPLES } from './plain-samples.ts'
import { promptSamples, scheduleSamples } from './prompt-samples.ts'
import type { MatrixOf } from '../support/matrix.ts'
import { STRANGERS } from './strangers.ts'

export interface Beside {
  /** Expected refusal or status for permitted callers; default: success. */
  allowed?: RefusalCode | number
  signedOut?: number
  /** Expected refusal for other people, because the object belongs to Pat. */
  toOthers?: RefusalCode
  isForAdmins?: true
  toUsers?: RefusalCode
  /** The request may delete objects, so they are created again for each caller. */
  uses?: true
  /** The request ends sessions, so it runs last. */
  isLast?: true
}

export interface Things {
  chat: string
  share: string
  file: string
  folder: string
  prompt: string
  schedule: string
  group: string
  pat: string
  quinn: string
  permissions: Record<string, Record<string, boolean>>
}

const none = { id: 'none' }
const credential = {
  id: 'none',
  response: {
    clientDataJSON: '',
    authenticatorData: '',
    publicKey: '',
    publicKeyAlgorithm: -7,
    signature: '',
  },
}
const NOWHERE = 'http://127.0.0.1:9'

export const matrixOf = ({
  chat,
  share,
  file,
  folder,
  prompt,
  schedule,
  group,
  pat,
  quinn,
  permissions,
}: Things) => {
  const oneChat = { params: { id: chat }, toOthers: 'chat_missing' } as const
  const oneMessage = {
    ...oneChat,
    params: { id: chat, message: 'none' },
    body: { content: 'x' },
    allowed: 'message_missing',
  } as const
  const oneShare = { params: { id: share }, toOthers: 'share_missing' } as const
  const sharedFile = { ...oneShare, params: { id: share, file: 'none' }, allowed: 'file_missing' } as const
  const oneFile = { params: { id: file }, toOthers: 'file_missing' } as const
  const oneFolder = { params: { id: folder }, toOthers: 'folder_missing' } as const
  const ofPat = { params: { id: pat }, toOthers: 'account_missing', isForAdmins: true } as const
  const oneGroup = { params: { id: group } }
  const taken = { name: 'Quinn', email: 'quinn@example.com', password: 'correct horse battery' }
  return {
    changeAdminConfig: {
      body: {
        ENABLE_SIGNUP: true,
        ENABLE_API_KEYS: true,
        ENABLE_API_KEYS_ENDPOINT_RESTRICTIONS: false,
        SHOW_ADMIN_DETAILS: false,
        DEFAULT_USER_ROLE: 'pending',
        JWT_EXPIRES_IN: '4w',
      },
    },
    readAdminDetails: { allowed: 'admin_details_hidden' },
    readNamespace: { params: { namespace: 'ui' } },
    ...PLAIN_SAMPLES,
    importSettings: { body: { config: {} } },
    changeDefaultPermissions: { body: permissions },

    endSession: { params: none, allowed: 'session_missing' },
    endOtherSessions: { isLast: true },
    endSessionsOfUser: { params: { id: quinn } },

    ...STRANGERS,
    signUp: { body: taken, allowed: 'email_taken' },
    beginTotp: { body: { password: 'wrong' }, allowed: 'wrong_password' },
    confirmTotp: { body: { code: '000000' }, allowed: 'totp_not_begun' },
    endTotp: { body: { password: 'wrong' }, allowed: 'wrong_password' },
    resetFactorsOfUser: { params: { id: quinn } },
    beginPasskey: { body: { password: 'wrong' }, allowed: 'passkeys_need_name' },
    createPasskey: { body: { step_token: 'x', credential }, allowed: 'passkeys_need_name' },
    renamePasskey: { params: none, body: { name: 'x' }, allowed: 'passkey_missing' },
    deletePasskey: { params: none, allowed: 'passkey_missing' },
    beginPasskeySignIn: { allowed: 'passkeys_need_name' },
    signInByPasskey: { body: { step_token: 'x', credential }, allowed: 'passkeys_need_name' },
    updateInstructions: { body: { text: 'Be brief.', is_on: true } },
    updateClientSettings: { body: { ui: {} } },
    updateOwnInfo: { body: { garden: 'roses' } },
    updateOwnStatus: { body: { status_message: 'away' } },
    updateTimezone: { body: { timezone: 'Asia/Tokyo' } },
    updateTimeZone: { body: { time_zone: 'Asia/Tokyo' } },
    signOut: { isLast: true },
    updateProfile: { body: { name: 'Somebody' } },
    updatePassword: { body: { password: 'wrong', new_password: 'x' }, allowed: 'wrong_password' },

    beginSignIn: { params: { provider: 'none' }, allowed: 302 },
    finishSignIn: { params: { provider: 'none' }, allowed: 302 },
    backChannelLogout: { params: { provider: 'none' }, body: { logout_token: '' }, allowed: 404 },
    frontChannelLogout: {
      params: { provider: 'none' },
      query: { iss: 'https://id.example.com', sid: 'x' },
      allowed: 400,
    },
    listIdentities: { params: { id: quinn } },
    releaseIdentity: {
      params: { id: quinn },
      body: { issuer: 'https://id.example.com' },
      allowed: 'identity_missing',
    },

    createKey: { body: { name: 'over', expires_at: 1 }, allowed: 'key_expiry_past' },
    revokeKey: { params: none, allowed: 'key_missing' },
    readOnlyKey: { uses: true },

    addUser: { body: taken, allowed: 'email_taken' },
    readUser: { params: { id: pat } },
    readUserInfo: ofPat,
    readUserActive: ofPat,
    readUserImage: ofPat,
    updateUser: { params: { id: quinn }, body: { name: 'Quinn' } },
    deleteUser: { params: none },

    changeBanners: { body: { banners: [] } },

    createGroup: { body: { name: 'New', description: '' } },
    readGroup: oneGroup,
    readGroupInfo: oneGroup,
    exportGroup: oneGroup,
    listMembers: oneGroup,
    updateGroup: { ...oneGroup, body: { name: 'Gardeners', description: '' } },
    addMembers: { ...oneGroup, body: { user_ids: [pat] } },
    removeMembers: { ...oneGroup, body: { user_ids: [quinn] } },
    deleteGroup: { params: none, allowed: 'group_missing' },
    listGroupsOfUser: { params: { id: pat } },

    readOutsideSessions: { params: { id: pat }, allowed: 'outside_connections_missing' },
    endConnection: { params: { name: 'mcp:none' }, allowed: 'outside_connection_missing' },
    replaceProviders: { body: { TOOL_SERVER_CONNECTIONS: [] } },
    verifyProvider: { body: { url: NOWHERE, info: none }, allowed: 400 },
    registerClient: {
      query: { type: 'other' },
      body: { url: NOWHERE, client_id: 'none' },
      allowed: 'provider_not_mcp',
    },
    putProvider: {
      params: { server: 'other' },
      body: { url: NOWHERE, info: none },
      allowed: 422,
    },
    removeProvider: { params: { server: 'none' }, allowed: 'provider_missing' },
    beginAuthorization: { params: { name: 'mcp:none' }, allowed: 'provider_missing', signedOut: 302 },
    readClientDocument: { params: { name: 'mcp:none' }, allowed: 'client_document_missing' },
    finishAuthorization: { params: { name: 'mcp:none' }, allowed: 302 },

    changeConnections: { body: { OPENAI_API_BASE_URLS: [], OPENAI_API_KEYS: [] } },
    verifyConnection: { body: { url: NOWHERE }, allowed: 'connection_unreachable' },

    retrieveModel: { params: { id: 'none' }, allowed: 'model_missing' },
    readModel: { query: none, allowed: 'model_missing' },
    readAbout: { query: none, allowed: 'model_not_found' },
    listModelPrompts: { query: none, allowed: 'model_not_found' },
    requestAccess: { body: { id: 'attic' } },
    createModel: {
      body: { id: 'made', name: 'Made' },
      allowed: 'model_id_taken',
      toUsers: 'forbidden',
    },
    updateModel: { body: { id: 'none', name: 'None' }, allowed: 'model_delete_missing' },
    changeModelAccess: { body: { id: 'made', access_grants: [] } },
    toggleModel: { query: none, allowed: 'model_delete_missing' },
    syncModels: { body: { models: [{ id: 'made', name: 'Made', base_model_id: 'garden' }] } },
    previewPerson: { params: { id: pat } },
    previewGroup: oneGroup,
    deleteModel: { body: none, allowed: 'model_delete_missing' },

    searchChats: { query: { text: 'fern' } },
    changeChats: { body: { ids: [chat], act: 'pin' } },
    createChat: { body: { chat: {} } },
    readChat: oneChat,
    readConversation: oneChat,
    readPinned: oneChat,
    editMessage: oneMessage,
    addVersion: oneMessage,
    cloneChat: { ...oneChat, body: {} },
    importChats: { body: { chats: [{ chat: {} }] } },
    forkChat: { ...oneChat, body: {}, allowed: 'message_missing' },
    listTags: oneChat,
    addTag: { ...oneChat, body: { name: 'Roses' } },
    removeTag: { ...oneChat, body: { name: 'Roses' } },
    listChatsByTag: { body: { name: 'Roses' } },
    exportChatsInFolder: oneFolder,
    listChatsInFolder: oneFolder,
    listBranches: oneChat,
    changeChat: { ...oneChat, body: { title: 'Ferns' } },
    mergeChat: { ...oneChat, body: { chat: { title: 'Ferns' } } },
    togglePinned: oneChat,
    toggleArchived: oneChat,
    deleteChat: { ...oneChat, toOthers: 'chat_delete_missing', uses: true },
    deleteAllChats: { uses: true },

    ...promptSamples(prompt),
    ...scheduleSamples(schedule),

    rateAnswer: {
      ...oneChat,
      params: { ...oneChat.params, message: 'none' },
      body: { rating: null },
      allowed: 'message_missing',
    },
    createFeedback: {
      body: { type: 'rating', data: { rating: 1 }, meta: { chat_id: chat, message_id: 'none' } },
      allowed: 'message_missing',
      toOthers: 'chat_missing',
    },
    updateFeedback: {
      params: none,
      body: { type: 'rating', data: { rating: -1 }, meta: { chat_id: chat, message_id: 'none' } },
      allowed: 'feedback_missing',
    },
    deleteOwnFeedback: { uses: true },
    readChatStats: oneChat,
    createFolder: { body: { name: 'Garden', parent_id: 'none' }, allowed: 'folder_missing' },
    readFolder: oneFolder,
    renameFolder: { ...oneFolder, body: { name: 'Ferns' } },
    moveFolder: { ...oneFolder, body: { parent_id: null } },
    expandFolder: { ...oneFolder, body: { is_expanded: false } },
    deleteFolder: { ...oneFolder, uses: true },
    moveChatToFolder: { ...oneChat, body: { folder_id: null } },

    complete: { body: { model: 'none', messages: [{}] }, allowed: 'model_not_found' },
    respond: { body: { model: 'none', input: 'hi' }, allowed: 'model_not_found' },
    readResponse: { params: none, allowed: 'response_missing' },
    deleteResponse: { params: none, allowed: 'response_missing' },
    listInputItems: { params: none, allowed: 'response_missing' },
    cancelResponse: { params: none, allowed: 'response_missing' },
    countInputTokens: { allowed: 'not_offered' },
    compactConversation: { allowed: 'not_offered' },
    watchAnswer: oneChat,
    listTasks: oneChat,
    stopAnswer: { ...oneChat, isForAdmins: true },
    answerQuestion: {
      ...oneChat,
      params: { ...oneChat.params, question: 'none' },
      body: { action: 'decline' },
      allowed: 'question_over',
    },
    stopTask: { params: none, allowed: 'task_missing' },

    readShare: oneChat,
    readShareAccess: oneChat,
    changeShareAccess: { ...oneChat, body: { access_grants: [] }, uses: true },
    shareChat: { ...oneChat, body: { audience: 'all', live: true }, allowed: 'share_without_agent' },
    endShare: { ...oneChat, uses: true },
    listCandidates: oneChat,
    endShares: { body: { ids: [chat] }, uses: true },
    endAllShares: { uses: true },
    readShareAsChat: oneShare,
    cloneSharedChat: oneShare,
    readSharedChat: oneShare,
    watchSharedChat: oneShare,
    continueSharedChat: oneShare,
    readSharedFile: sharedFile,
    readSharedChatFile: sharedFile,
    uploadFile: { allowed: 422 },
    readFile: oneFile,
    readFileContent: oneFile,
    readFileStatus: oneFile,
    readFileText: oneFile,
    renameFile: { ...oneFile, body: { filename: 'plan.txt' } },
    searchFiles: { query: { filename: 'none' }, allowed: 'file_missing' },
    deleteFile: { ...oneFile, uses: true },
    openSavedFile: {
      query: { model: 'none', chat_id: chat, filename: 'plan.md' },
      allowed: 'model_not_found',
      signedOut: 401,
    },
    revokeSavedLinks: oneChat,
  } satisfies MatrixOf<typeof CONTRACTS, Beside>
}
