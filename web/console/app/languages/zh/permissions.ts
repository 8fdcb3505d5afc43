import type { ConsoleCatalogue } from '../catalogue.ts'

export const permissions: Pick<ConsoleCatalogue, 'console.permissions'> = {
  'console.permissions': {
    lead: '您的 Hub 上的权限，以及拥有各项权限的人数。',
    search: '按名称或分组搜索',
    permission: '权限',
    group: '分组',
    state: '状态',
    holders: '人员',
    who: (permission, hub) => `在 ${hub} 上拥有“${permission}”的人`,
    ready: '可用',
    notConfigured: '未配置',
    missing: (names) => `未设置 ${names}`,
    withoutEffect: '不起作用',
    withoutEffectText: '已没有工具需要该权限，只能撤销。',
    empty: '没有可授予的权限',
    emptyText: '您管理 Hub 之后，权限会显示在这里。',
  },
}
