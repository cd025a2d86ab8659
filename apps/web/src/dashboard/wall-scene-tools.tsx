import { ActionIcon, SegmentedControl, Tooltip } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { sceneSeconds, type WallChoice, type WallScene, wallScenes } from '#dashboard/wall-scenes.ts'

type Props = { choice: WallChoice; onChoice: (choice: WallChoice) => void }

/** The scene, and whether the wall goes on to the next by itself. */
export function SceneTools({ choice: { scene = 'overview', rotate }, onChoice }: Props) {
  const { t } = useTranslation('dashboard')
  const label = rotate === undefined ? t('wall.rotate', { seconds: sceneSeconds }) : t('wall.stay')
  return (
    <>
      <SegmentedControl
        size="xs"
        aria-label={t('wall.scenes')}
        value={scene}
        data={wallScenes.map((value) => ({ value, label: t(`wall.scene.${value}`) }))}
        onChange={(value: WallScene) => onChoice({ scene: value })}
      />
      <Tooltip label={label}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={label}
          aria-pressed={rotate !== undefined}
          onClick={() => onChoice({ rotate: rotate === undefined ? sceneSeconds : undefined })}
        >
          {rotate === undefined ? <IconPlayerPlay size={20} /> : <IconPlayerPause size={20} />}
        </ActionIcon>
      </Tooltip>
    </>
  )
}
