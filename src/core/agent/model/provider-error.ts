export interface ProviderError {
  message?: unknown
  statusCode?: unknown
  type?: unknown
  code?: unknown
  cause?: unknown
  error?: { message?: unknown; type?: unknown; code?: unknown }
}
