import type { MediaReference } from '../../incoming.ts'
import type { File, ChatBMessage } from './updates.ts'

export function filesOf({
  photo,
  document,
  audio,
  video,
  video_note: round,
  voice,
  sticker,
}: ChatBMessage): MediaReference[] {
  const largest = photo?.toSorted((a, b) => b.width * b.height - a.width * a.height)[0]
  const still = sticker?.is_animated || sticker?.is_video ? undefined : sticker
  return [
    fileAs(largest, 'photo.jpg', 'image/jpeg'),
    fileAs(document, 'document', null),
    fileAs(audio, 'audio', null),
    fileAs(video, 'video.mp4', 'video/mp4'),
    fileAs(round, 'video.mp4', 'video/mp4'),
    fileAs(voice, 'voice.ogg', 'audio/ogg'),
    fileAs(still, 'sticker.webp', 'image/webp'),
  ].filter((file) => file !== null)
}

const fileAs = (
  file: File | undefined,
  filename: string,
  contentType: string | null,
): MediaReference | null =>
  file === undefined
    ? null
    : {
        id: file.file_id,
        filename: file.file_name || filename,
        contentType: file.mime_type ?? contentType,
        bytes: file.file_size ?? null,
      }
