//! Writes JPEGs of every structure, ITU-T T.81. Nothing but the structure matters here, so the code is short and slow.

use super::Chance;
use std::f32::consts::PI;

/// The structure of a file.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) width: u32,
    pub(super) height: u32,
    /// The sampling factors of each component, horizontal and vertical.
    pub(super) components: Vec<(usize, usize)>,
    /// The scans: their components, and the first and the last coefficient.
    scans: Vec<(Vec<usize>, usize, usize)>,
    is_progressive: bool,
    /// The number of units between restart markers; 0 for none.
    restart: usize,
    colours: Colours,
}

/// How the file says what its components stand for.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Colours {
    Jfif,
    /// Adobe's segment with this transform.
    Adobe(u8),
    /// The letters R, G and B as ids.
    Letters,
    /// Nothing.
    Bare,
}

impl Plan {
    pub(super) fn random(chance: &mut Chance) -> Self {
        let count = [1, 3, 3, 3, 3, 3, 3, 4][chance.below(8)];
        let components: Vec<_> = if chance.below(2) == 0 {
            // As ordinary writers choose the factors.
            let luma = (1 + chance.below(2), 1 + chance.below(2));
            (0..count)
                .map(|place| if place == 0 || place == 3 { luma } else { (1, 1) })
                .collect()
        } else {
            (0..count).map(|_| (1 + chance.below(4), 1 + chance.below(4))).collect()
        };
        let is_progressive = chance.below(3) == 0;
        let colours = match count {
            1 => [Colours::Jfif, Colours::Bare][chance.below(2)],
            3 => [
                Colours::Jfif,
                Colours::Bare,
                Colours::Letters,
                Colours::Adobe(0),
                Colours::Adobe(1),
            ][chance.below(5)],
            _ => [Colours::Adobe(0), Colours::Adobe(2)][chance.below(2)],
        };
        let mut plan = Self {
            width: 1 + u32::try_from(chance.below(70)).unwrap(),
            height: 1 + u32::try_from(chance.below(70)).unwrap(),
            components,
            scans: Vec::new(),
            is_progressive,
            restart: [0, 0, 1, 2, 5][chance.below(5)],
            colours,
        };
        plan.scans = plan.random_scans(chance);
        plan
    }

    fn random_scans(&self, chance: &mut Chance) -> Vec<(Vec<usize>, usize, usize)> {
        let count = self.components.len();
        let mut order: Vec<usize> = (0..count).collect();
        if chance.below(2) == 0 {
            for place in (1..count).rev() {
                order.swap(place, chance.below(place + 1));
            }
        }
        // The components of a scan are in the order of the frame.
        let mut groups: Vec<Vec<usize>> = Vec::new();
        let is_whole = chance.below(2) == 0;
        for component in order {
            let blocks = |group: &[usize]| {
                group
                    .iter()
                    .map(|&c| self.components[c].0 * self.components[c].1)
                    .sum::<usize>()
            };
            match groups.last_mut() {
                Some(group)
                    if (is_whole || chance.below(2) == 0)
                        && blocks(group) + self.components[component].0 * self.components[component].1 <= 10 =>
                {
                    group.push(component);
                    group.sort_unstable();
                }
                _ => groups.push(vec![component]),
            }
        }
        if !self.is_progressive {
            return groups.into_iter().map(|group| (group, 0, 63)).collect();
        }
        let mut scans: Vec<_> = groups.into_iter().map(|group| (group, 0, 0)).collect();
        let split = 1 + chance.below(63);
        let mut bands: Vec<(usize, usize)> = vec![(1, split)];
        if split < 63 {
            bands.push((split + 1, 63));
        }
        for component in 0..count {
            scans.extend(bands.iter().map(|(first, last)| (vec![component], *first, *last)));
        }
        scans
    }

    /// Whether the file must be decoded: each component is either not sampled down or has one block in each unit.
    /// Progressive inks may take too much memory.
    pub(super) fn is_simple(&self) -> bool {
        if self.is_progressive && self.components.len() == 4 {
            return false;
        }
        let (h_max, v_max) = self.most();
        self.components
            .iter()
            .all(|(h, v)| [1, h_max].contains(h) && [1, v_max].contains(v))
    }

    fn most(&self) -> (usize, usize) {
        let h = self.components.iter().map(|(h, _)| *h).max().unwrap();
        let v = self.components.iter().map(|(_, v)| *v).max().unwrap();
        (h, v)
    }

    /// Whether the first three components are red, green and blue (or inks) rather than luma and chroma.
    pub(super) fn is_rgb(&self) -> bool {
        matches!(self.colours, Colours::Letters | Colours::Adobe(0))
    }

    fn id(&self, component: usize) -> u8 {
        match self.colours {
            Colours::Letters => b"RGB"[component],
            _ => u8::try_from(component + 1).unwrap(),
        }
    }

    pub(super) fn write(&self, surface: &Surface) -> Vec<u8> {
        let mut file = vec![0xff, 0xd8];
        match self.colours {
            Colours::Jfif => segment(&mut file, 0xe0, b"JFIF\0\x01\x01\0\0\x01\0\x01\0\0"),
            Colours::Adobe(transform) => {
                let data = [b"Adobe\0\x64\0\0\0\0".as_slice(), &[transform]].concat();
                segment(&mut file, 0xee, &data);
            }
            Colours::Letters | Colours::Bare => {}
        }
        segment(&mut file, 0xdb, &[[0].as_slice(), &[STEP; 64]].concat());
        let mut frame = vec![8];
        frame.extend_from_slice(&u16::try_from(self.height).unwrap().to_be_bytes());
        frame.extend_from_slice(&u16::try_from(self.width).unwrap().to_be_bytes());
        frame.push(u8::try_from(self.components.len()).unwrap());
        for (component, (h, v)) in self.components.iter().enumerate() {
            frame.extend_from_slice(&[self.id(component), u8::try_from(h << 4 | v).unwrap(), 0]);
        }
        segment(&mut file, if self.is_progressive { 0xc2 } else { 0xc0 }, &frame);
        // One code of eight bits for each of the twelve sizes, and for each pair of a run and a size.
        let mut tables = vec![0x00, 0, 0, 0, 0, 0, 0, 0, 12, 0, 0, 0, 0, 0, 0, 0, 0];
        tables.extend(0..12);
        tables.extend_from_slice(&[0x10, 0, 0, 0, 0, 0, 0, 0, 162, 0, 0, 0, 0, 0, 0, 0, 0]);
        tables.extend(ac_symbols());
        segment(&mut file, 0xc4, &tables);
        if self.restart > 0 {
            segment(&mut file, 0xdd, &u16::try_from(self.restart).unwrap().to_be_bytes());
        }
        for (components, first, last) in &self.scans {
            let mut header = vec![u8::try_from(components.len()).unwrap()];
            for component in components {
                header.extend_from_slice(&[self.id(*component), 0]);
            }
            header.extend_from_slice(&[u8::try_from(*first).unwrap(), u8::try_from(*last).unwrap(), 0]);
            segment(&mut file, 0xda, &header);
            self.scan(&mut file, surface, components, *first..=*last);
        }
        file.extend_from_slice(&[0xff, 0xd9]);
        file
    }

    fn scan(
        &self,
        file: &mut Vec<u8>,
        surface: &Surface,
        components: &[usize],
        coefficients: std::ops::RangeInclusive<usize>,
    ) {
        let (h_max, v_max) = self.most();
        let (width, height) = (self.width as usize, self.height as usize);
        let units: Vec<Vec<(usize, usize, usize)>> = if let [component] = *components {
            let (h, v) = self.components[component];
            let across = (width * h).div_ceil(h_max).div_ceil(8);
            let down = (height * v).div_ceil(v_max).div_ceil(8);
            (0..across * down)
                .map(|block| vec![(component, block % across, block / across)])
                .collect()
        } else {
            let (across, down) = (width.div_ceil(8 * h_max), height.div_ceil(8 * v_max));
            let unit = |place: usize| {
                let blocks = components.iter().flat_map(move |&component| {
                    let (h, v) = self.components[component];
                    (0..h * v).map(move |block| {
                        (
                            component,
                            place % across * h + block % h,
                            place / across * v + block / h,
                        )
                    })
                });
                blocks.collect()
            };
            (0..across * down).map(unit).collect()
        };
        let mut bits = Bits::default();
        let mut predicted = [0; 4];
        let mut marker = 0;
        for (number, unit) in units.iter().enumerate() {
            if self.restart > 0 && number > 0 && number % self.restart == 0 {
                bits.end(file);
                file.extend_from_slice(&[0xff, 0xd0 + marker]);
                marker = (marker + 1) % 8;
                predicted = [0; 4];
            }
            for &(component, x, y) in unit {
                let (h, v) = self.components[component];
                let scale = (h_max as f32 / h as f32, v_max as f32 / v as f32);
                let block = surface.block(component, (x, y), scale);
                if coefficients.contains(&0) {
                    let difference = block[0] - predicted[component];
                    predicted[component] = block[0];
                    let size = size_of(difference);
                    bits.put(size, 8);
                    bits.magnitude(difference, size);
                }
                let mut run = 0;
                for place in coefficients.clone().filter(|place| *place > 0) {
                    let value = block[place];
                    if value == 0 {
                        run += 1;
                        continue;
                    }
                    while run > 15 {
                        bits.symbol(0xf0);
                        run -= 16;
                    }
                    let size = size_of(value);
                    bits.symbol(u8::try_from(run << 4 | size).unwrap());
                    bits.magnitude(value, size);
                    run = 0;
                }
                if run > 0 {
                    bits.symbol(0);
                }
            }
        }
        bits.end(file);
    }
}

/// The quantization of every coefficient.
const STEP: u8 = 3;

fn segment(file: &mut Vec<u8>, marker: u8, data: &[u8]) {
    file.extend_from_slice(&[0xff, marker]);
    file.extend_from_slice(&u16::try_from(data.len() + 2).unwrap().to_be_bytes());
    file.extend_from_slice(data);
}

/// The symbols of coefficients: the end of a block, sixteen zeros, and each run with each size.
fn ac_symbols() -> impl Iterator<Item = u8> {
    let pairs = (0..16).flat_map(|run| (1..=10).map(move |size| run << 4 | size));
    [0x00, 0xf0].into_iter().chain(pairs)
}

fn size_of(value: i32) -> u32 {
    32 - value.unsigned_abs().leading_zeros()
}

#[derive(Default)]
struct Bits {
    bytes: Vec<u8>,
    last: u32,
    count: u32,
}

impl Bits {
    fn put(&mut self, value: u32, length: u32) {
        for place in (0..length).rev() {
            self.last = self.last << 1 | value >> place & 1;
            self.count += 1;
            if self.count == 8 {
                let byte = u8::try_from(self.last).unwrap();
                self.bytes.push(byte);
                if byte == 0xff {
                    self.bytes.push(0);
                }
                (self.last, self.count) = (0, 0);
            }
        }
    }

    fn symbol(&mut self, symbol: u8) {
        let code = ac_symbols().position(|other| other == symbol).unwrap();
        self.put(u32::try_from(code).unwrap(), 8);
    }

    fn magnitude(&mut self, value: i32, size: u32) {
        let bits = if value < 0 { value - 1 } else { value };
        self.put(bits as u32 & ((1 << size) - 1), size);
    }

    /// Fills the last byte with ones.
    fn end(&mut self, file: &mut Vec<u8>) {
        while self.count > 0 {
            self.put(1, 1);
        }
        file.append(&mut self.bytes);
    }
}

/// A smooth picture: for each component a level, a slope, and a wave.
#[derive(Debug)]
pub(super) struct Surface(Vec<[f32; 6]>);

impl Surface {
    pub(super) fn random(chance: &mut Chance, components: usize) -> Self {
        let mut between = |low: f32, high: f32| low + (high - low) * chance.below(1000) as f32 / 1000.0;
        let component = |_| {
            [
                between(80.0, 176.0),
                between(-0.5, 0.5),
                between(-0.5, 0.5),
                between(0.0, 12.0),
                between(0.02, 0.1),
                between(0.02, 0.1),
            ]
        };
        Self((0..components).map(component).collect())
    }

    /// The component at a place in pixels.
    fn at(&self, component: usize, x: f32, y: f32) -> f32 {
        let [level, across, down, height, fast, slow] = self.0[component];
        level + across * (x - 35.0) + down * (y - 35.0) + height * (fast * x + slow * y).sin()
    }

    /// The quantized coefficients of a block, in the order of the file.
    fn block(&self, component: usize, (column, row): (usize, usize), scale: (f32, f32)) -> [i32; 64] {
        let sample = |x: usize, y: usize| {
            let place = |block: usize, sample: usize, scale: f32| ((block * 8 + sample) as f32 + 0.5) * scale - 0.5;
            self.at(component, place(column, x, scale.0), place(row, y, scale.1))
                .clamp(0.0, 255.0)
                - 128.0
        };
        let samples: Vec<f32> = (0..64).map(|place| sample(place % 8, place / 8)).collect();
        let mut block = [0; 64];
        for (place, (u, v)) in zigzag().enumerate() {
            let wave = |frequency: usize, at: usize| ((2 * at + 1) as f32 * frequency as f32 * PI / 16.0).cos();
            let norm = |frequency| if frequency == 0 { 0.5_f32.sqrt() } else { 1.0 };
            let sum: f32 = (0..64).map(|at| samples[at] * wave(u, at % 8) * wave(v, at / 8)).sum();
            block[place] = (sum * norm(u) * norm(v) / 4.0 / f32::from(STEP)).round() as i32;
        }
        block
    }

    /// The largest and the mean difference of a decoded picture.
    pub(super) fn difference(&self, pixels: &image::RgbImage, plan: &Plan) -> (f32, f32) {
        let mut most = 0.0_f32;
        let mut sum = 0.0;
        for (x, y, pixel) in pixels.enumerate_pixels() {
            let expected = self.colour(x as f32, y as f32, plan);
            for (found, expected) in pixel.0.into_iter().zip(expected) {
                let difference = (f32::from(found) - expected).abs();
                most = most.max(difference);
                sum += difference;
            }
        }
        (most, sum / (plan.width * plan.height * 3) as f32)
    }

    fn colour(&self, x: f32, y: f32, plan: &Plan) -> [f32; 3] {
        let at = |component| self.at(component, x, y).clamp(0.0, 255.0);
        if self.0.len() == 1 {
            return [at(0); 3];
        }
        let (first, second, third) = (at(0), at(1), at(2));
        let light = if plan.is_rgb() {
            [first, second, third]
        } else {
            let (blue, red) = (second - 128.0, third - 128.0);
            [
                first + 1.402 * red,
                first - 0.344_136 * blue - 0.714_136 * red,
                first + 1.772 * blue,
            ]
        };
        let light = light.map(|channel| channel.clamp(0.0, 255.0));
        if self.0.len() == 3 {
            return light;
        }
        // Adobe stores inks inverted: as the light that they let through. But Y′CbCr encodes what the light lacks.
        let light = if plan.is_rgb() {
            light
        } else {
            light.map(|channel| 255.0 - channel)
        };
        light.map(|channel| channel * at(3) / 255.0)
    }
}

/// The frequencies of the coefficients, across and down, in the order of the file.
fn zigzag() -> impl Iterator<Item = (usize, usize)> {
    (0..15_usize).flat_map(|sum| {
        let range = sum.saturating_sub(7)..=sum.min(7);
        let places: Vec<_> = range.map(|v| (sum - v, v)).collect();
        let is_up = sum % 2 == 0;
        let places: Vec<_> = if is_up {
            places.into_iter().rev().collect()
        } else {
            places
        };
        places.into_iter()
    })
}
