import type { ArtifactCatalogue } from '../catalogue.ts'

export const artifacts: ArtifactCatalogue = {
  'chat.artifacts': {
    gallery: '作品',
    artifact: '作品',
    draft: '未发布',
    files: '已保存的文件',
    cards: '已发布',
    publish: '发布…',
    publishFile: (name) => `发布 ${name}…`,
    publishTitle: '发布为作品',
    publishText: '作品会获得独立的地址。在您通过该地址分享之前，只有您能看到此作品。',
    title: '标题',
    publishAct: '发布',
    published: (title) => `“${title}”已发布。目前只有您可以打开。`,
    openArtifact: '打开并分享',
    open: '打开',
    version: (version) => `版本 ${version}`,
    openAs: (version, audience) => `打开 · v${version} · ${audience}`,
    openFile: (name, version, audience) => `打开 ${name}，版本 ${version}，${audience}`,
    forMe: '仅自己',
    forSome: (number) => `已与 ${number} 方分享`,
    forHub: '所有可以使用此智能体的人',
    isPublic: '公开链接',
  },
}
