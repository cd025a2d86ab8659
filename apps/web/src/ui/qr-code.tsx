import { useQuery } from '@tanstack/react-query'

type Props = { text: string; label: string; size?: number }

/** Light modules around the code, which scanners need. */
const quietModules = 4

/** The dark modules of a code as one path; the library comes with the first code that is drawn. */
const drawn = async (text: string): Promise<{ path: string; side: number }> => {
  const { create } = await import('qrcode')
  const { size, data } = create(text, { errorCorrectionLevel: 'medium' }).modules
  const dark = Array.from(data).flatMap((isDark, at) =>
    isDark ? [`M${(at % size) + quietModules} ${Math.floor(at / size) + quietModules}h1v1h-1z`] : [],
  )
  return { path: dark.join(''), side: size + 2 * quietModules }
}

/** A text as QR code, dark on white in every theme. */
export function QrCode({ text, label, size = 160 }: Props) {
  const { data } = useQuery({ queryKey: ['qr-code', text], queryFn: () => drawn(text), staleTime: Number.POSITIVE_INFINITY })
  return (
    <svg width={size} height={size} viewBox={`0 0 ${data?.side ?? 1} ${data?.side ?? 1}`} role="img" aria-label={label}>
      <rect width="100%" height="100%" fill="#ffffff" />
      {data && <path d={data.path} fill="#000000" shapeRendering="crispEdges" />}
    </svg>
  )
}
