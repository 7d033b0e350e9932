// Draws the picture with sharp. Librsvg renders the shapes, texts and shadows from SVG; the photo and the logo are
// composited.
//
//     FONTCONFIG_FILE=… node sharp.mjs OUT PHOTO LOGO plain|fast
//
// `plain` follows the documentation. `fast` keeps the decoded pictures in memory, blurs at a quarter of the size, and
// compresses less.
import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { serve } from './rounds.mjs'

const [out, photoFile, logoFile, settings] = process.argv.slice(2)
const isFast = settings === 'fast'
sharp.concurrency(1)

/** The result of a pipeline as raw pixels, the input of another pipeline. Saves encoding and decoding a file. */
const pixels = async (pipeline) => {
  const { data, info } = await pipeline.raw().toBuffer({ resolveWithObject: true })
  return { input: data, raw: { width: info.width, height: info.height, channels: info.channels } }
}
const kept = async (file) => {
  const { input, raw } = isFast ? await pixels(sharp(file)) : { input: readFileSync(file) }
  return () => sharp(input, { raw })
}
const photo = await kept(photoFile)
const logo = await kept(logoFile)

const blurred = async (file, width, height, sigma) => {
  if (!isFast) return pixels(sharp(file).blur(sigma))
  const small = await pixels(sharp(file).resize(width / 4, height / 4).blur(sigma / 4))
  return pixels(sharp(small.input, { raw: small.raw }).resize(width, height, { kernel: 'linear' }))
}

const svg = (width, height, content) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`)
const background = svg(
  1280,
  720,
  `<linearGradient id="g" x1="0" y1="0" x2="1" y2="0.1">
    <stop offset="0" stop-color="#8a5ab8"/>
    <stop offset="0.45" stop-color="#5a2a6e"/>
    <stop offset="1" stop-color="#1d0b26"/>
  </linearGradient>
  <rect width="1280" height="720" fill="url(#g)"/>`,
)
const shade = svg(684, 720, '<rect x="60" y="74" width="540" height="620" rx="22" fill="#14071b" fill-opacity="0.75"/>')
const card = svg(540, 620, '<rect width="540" height="620" rx="22" fill="#fff8f2"/>')
const corners = svg(516, 596, '<rect width="516" height="596" rx="14"/>')
const lines = (style, colours) =>
  `<g font-family="Anton" font-size="128" xml:space="preserve" stroke-width="18" stroke-linejoin="round" ${style}>
    <text x="24" y="123">I built this</text>
    <text x="24" y="260">in <tspan ${colours}>24</tspan> hours</text>
  </g>`
const words = svg(640, 320, lines('fill="#14071b" stroke="#14071b" opacity="0.65"', ''))
const headline = svg(640, 320, lines('fill="#fff8f2" stroke="#14071b" paint-order="stroke"', 'fill="#ff8f70"'))

await serve(out, async () => {
  const [photoShade, headlineShade, print, mark] = await Promise.all([
    blurred(shade, 684, 720, 24),
    blurred(words, 640, 320, 11),
    pixels(
      photo()
        .resize(516, 596)
        .ensureAlpha()
        .composite([{ input: corners, blend: 'dest-in' }]),
    ),
    pixels(logo().resize(146, 146)),
  ])
  return sharp(background)
    .composite([
      { ...photoShade, left: 0, top: 0 },
      { input: card, left: 48, top: 50 },
      { ...print, left: 60, top: 62 },
      { ...headlineShade, left: 636, top: 101 },
      { input: headline, left: 632, top: 92 },
      { ...mark, left: 665, top: 432 },
    ])
    .removeAlpha()
    .png(isFast ? { compressionLevel: 1 } : {})
    .toBuffer()
})
