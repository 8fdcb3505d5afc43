export const ENDPOINTS_FOLDER = 'inbound'
/** Names further endpoints, with secrets of their own. */
export const ENDPOINTS_FILE = `${ENDPOINTS_FOLDER}/webhooks.yaml`
