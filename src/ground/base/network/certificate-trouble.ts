const NOT_TRUSTED = 'its certificate is signed by an authority that this machine does not trust'

const TROUBLES: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: NOT_TRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: NOT_TRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: NOT_TRUSTED,
  UNABLE_TO_GET_ISSUER_CERT: NOT_TRUSTED,
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
}

export interface CertificateTrouble {
  code: string
  text: string
  isUntrusted: boolean
}

const MAX_CAUSES = 5

export function certificateTrouble(error: unknown): CertificateTrouble | null {
  let inner = error
  for (let depth = 0; depth < MAX_CAUSES && inner instanceof Error; depth++, inner = inner.cause) {
    const { code } = inner as NodeJS.ErrnoException
    const text = typeof code === 'string' ? TROUBLES[code] : undefined
    if (code !== undefined && text !== undefined)
      return { code, text, isUntrusted: text === NOT_TRUSTED || code === 'DEPTH_ZERO_SELF_SIGNED_CERT' }
  }
  return null
}

export const certificateRemedy = ({ code, isUntrusted }: CertificateTrouble): string => {
  if (isUntrusted) return 'name the file of its authority in NODE_EXTRA_CA_CERTS'
  return code === 'ERR_TLS_CERT_ALTNAME_INVALID'
    ? 'use a name that the certificate has'
    : 'renew the certificate, and see that the clocks of both machines are right'
}

export function describeCertificateTrouble(error: unknown): string | null {
  const trouble = certificateTrouble(error)
  return trouble && `${trouble.text} (${trouble.code}); ${certificateRemedy(trouble)}`
}
