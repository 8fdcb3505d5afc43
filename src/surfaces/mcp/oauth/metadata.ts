import type { SignInAddresses } from './addresses.ts'

/** Protected resource metadata (RFC 9728). */
export const resourceMetadata = (resource: string, issuer: string, name: string) => ({
  resource,
  authorization_servers: [issuer],
  bearer_methods_supported: ['header'],
  resource_name: name,
})

/** Authorization server metadata (RFC 8414). */
export const serverMetadata = (
  { resource, authorize, token, register, revoke }: SignInAddresses,
  { takesClientDocuments }: { takesClientDocuments: boolean },
) => ({
  issuer: resource,
  authorization_endpoint: authorize,
  token_endpoint: token,
  registration_endpoint: register,
  revocation_endpoint: revoke,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
  ...(takesClientDocuments && { client_id_metadata_document_supported: true }),
})
