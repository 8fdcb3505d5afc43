export const ENDPOINTS_FOLDER = 'inbound'
export const ENDPOINTS_FILE = `${ENDPOINTS_FOLDER}/webhooks.yaml`
