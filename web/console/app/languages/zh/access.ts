import { number } from '../../../../ui/language.ts'
import type { ConsoleCatalogue } from '../catalogue.ts'

type AccessCatalogue = Pick<
  ConsoleCatalogue,
  | 'console.access.hubs'
  | 'console.access.permissions'
  | 'console.access.ending'
  | 'console.access.diff'
  | 'console.access.why'
  | 'console.access.asking'
>

export const access: AccessCatalogue = {
  'console.access.hubs': {
    one: 'Hub',
    organization: '组织',
    missing: '没有这个 Hub',
    missingText: '此 Hub 不存在，或者不由您管理。',
    problems: (count) => `此 Hub 的文件夹中有 ${number(count)} 个问题`,
    problemsOf: (hub, count) => `${hub} 的文件中有 ${number(count)} 个问题`,
    allProblems: (count) => `显示另外 ${number(count)} 个`,
  },
  'console.access.permissions': {
    one: '权限',
    names: {
      use_hub: '使用智能体',
      manage_access: '管理访问权限',
      share_public: '公开分享作品',
    },
    builtInGroup: '访问权限',
    withoutEffect: (permission) => `${permission}（不起作用）`,
  },
  'console.access.ending': { until: (time) => `有效期至 ${time}` },
  'console.access.diff': {
    gets: (permission) => `获得“${permission}”`,
    loses: (permission) => `失去“${permission}”`,
    ends: (permission) => `“${permission}”将到期`,
    lasts: (permission) => `“${permission}”不再到期`,
    nothing: '无更改',
    none: '没有直接授予的权限',
  },
  'console.access.why': {
    ask: (about) => `为什么？${about}`,
    title: (about) => `原因：${about}`,
    allowed: '允许',
    denied: '不允许',
    grantedBy: '授权人',
    grantedAt: '授权时间',
    ends: '到期',
    policy: '策略',
    given: (by) => `由 ${by} 授予`,
    revision: (revision) => `修订版 ${revision}`,
    remedy: '如需允许：',
    vias: {
      direct: '在此 Hub 上授予',
      organization: '在组织上授予',
      everyone: '授予所有已登录的人',
      group_based: '通过网页聊天的群组',
    },
  },
  'console.access.asking': {
    label: '访问申请',
    asks: (name, hub) => `${name} 申请 ${hub} 的访问权限`,
    give: '授予权限',
    decline: '拒绝',
    beyond: '您自己在此 Hub 上没有“使用智能体”权限，因此无法授予。',
    given: (name, hub) => `${name} 现在可以使用 ${hub}。`,
    declined: (name) => `已拒绝 ${name} 的申请。`,
    more: (count) => `还有 ${number(count)} 个`,
  },
}
