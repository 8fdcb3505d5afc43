import { declareRoute } from '#ground/api/declared-route.ts'
import { SCRIPT_FRAME } from '#ground/base/web-app/script-frame.ts'

/** Routes outside the API. All other addresses return the web app's page. */
export const PAGE_ROUTES = {
  loader: declareRoute(['GET'], '/static/loader.js', { 200: [] }),
  scriptFrame: declareRoute(['GET'], SCRIPT_FRAME, { 200: [], 404: ['not_found'] }),
  previewFrame: declareRoute(['GET'], '/static/preview', { 200: [] }),
} as const
