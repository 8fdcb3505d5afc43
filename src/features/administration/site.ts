import { ApiRefused } from '#ground/api/errors.ts'
import { newId } from '#ground/base/ids.ts'
import type { ChatappClient } from '#ground/identity/chatapp-client/client.ts'
import type { SiteBanner } from '#ground/identity/chatapp-client/site.ts'
import { unwrapResponse } from './unwrap-response.ts'
import type { AdministrationRequest, Record } from './record.ts'
import type { BannerChange, SignUpChange, SignUpPolicy, WaysIn } from './schema.ts'

export interface SiteDeps {
  chatapp: Pick<ChatappClient, 'kind' | 'forms' | 'site'>
  record: Record
}

export function createSite({ chatapp, record }: SiteDeps) {
  return {
    async signUp(): Promise<SignUpPolicy> {
      return policyOf(unwrapResponse(await chatapp.forms.read('accounts')))
    },

    async setSignUp(request: AdministrationRequest, wanted: SignUpChange): Promise<SignUpPolicy> {
      let before: SignUpPolicy | undefined
      const written = await chatapp.forms.change('accounts', (form) => {
        before = policyOf(form)
        return { ...form, ...fieldsOf(wanted) }
      })
      const after = policyOf(unwrapResponse(written))
      await record(request, { action: 'sign_up.set', before: before!, after })
      return after
    },

    async banner() {
      return bannerView(unwrapResponse(await chatapp.site.banner()))
    },

    /** Each change gives the banner a new id, so people who dismissed the previous banner see it. */
    async setBanner(request: AdministrationRequest, { banner }: BannerChange) {
      if (banner?.until && chatapp.kind === 'openwebui')
        throw new ApiRefused(
          'invalid',
          'Open WebUI stores no expiry of banners: leave `until` out, and remove the banner later.',
        )
      const before = bannerView(unwrapResponse(await chatapp.site.banner()))
      const wanted = banner && { id: newId(), type: banner.level, content: banner.text, until: banner.until }
      const after = bannerView(unwrapResponse(await chatapp.site.setBanner(wanted)))
      await record(request, { action: 'banner.set', before, after })
      return after
    },

    async waysIn(): Promise<WaysIn> {
      const [signIn, providers] = await Promise.all([
        chatapp.site.signIn(),
        chatapp.site.connectionProviders(),
      ])
      const ways = unwrapResponse(signIn)
      return {
        passwords: ways && { on: ways.takes_passwords, variable: 'SVC_PASSWORD_SIGN_IN' },
        providers: ways?.providers ?? [],
        connection_providers: unwrapResponse(providers).map(
          ({ url, config, info, connections, problem }) => ({
            id: info.id,
            name: info.name || info.id,
            url,
            kind: config?.kind ?? 'mcp',
            enabled: config?.enable ?? true,
            connections: connections ?? null,
            problem: problem ?? null,
          }),
        ),
      }
    },
  }
}

function policyOf(form: Form): SignUpPolicy {
  const role = roleOf(form['DEFAULT_USER_ROLE'])
  const group = form['DEFAULT_GROUP_ID']
  return {
    policy: form['ENABLE_SIGNUP'] !== true ? 'closed' : role === 'pending' ? 'approval' : 'open',
    role,
    group: typeof group === 'string' && group !== '' ? group : null,
  }
}

type Form = Readonly<{ [name: string]: unknown }>

const roleOf = (role: unknown): SignUpPolicy['role'] =>
  role === 'user' || role === 'admin' ? role : 'pending'

function fieldsOf({ policy, role, group }: SignUpChange) {
  const next = policy === 'closed' ? role : policy === 'open' ? 'user' : 'pending'
  return {
    ENABLE_SIGNUP: policy !== 'closed',
    ...(next && { DEFAULT_USER_ROLE: next }),
    ...(group !== undefined && { DEFAULT_GROUP_ID: group ?? '' }),
  }
}

const bannerView = (banner: SiteBanner | null) =>
  banner && { text: banner.content, level: banner.type, until: banner.until }
