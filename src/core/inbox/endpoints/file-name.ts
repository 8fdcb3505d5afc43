export const ENDPOINTS_FOLDER = 'inbound'
/** File with further endpoints, each with its own secret. */
export const ENDPOINTS_FILE = `${ENDPOINTS_FOLDER}/webhooks.yaml`
