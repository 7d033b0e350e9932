//! The command line.

use std::path::PathBuf;

use clap::Parser;

/// Runs the whole service on this machine: an embedded AWS endpoint, the gateway, the generation loop and its sweep.
#[derive(Clone, Debug, Parser)]
#[command(name = "local", version, about, long_about = None)]
pub struct Options {
    /// The gateway's port on 127.0.0.1; 0 selects a free port.
    #[arg(long, default_value_t = 9000)]
    pub port: u16,

    /// The AWS endpoint's port on 127.0.0.1; 0 selects a free port.
    #[arg(long, default_value_t = 4566)]
    pub aws_port: u16,

    /// The directory for all data.
    #[arg(long, default_value = ".thumbnails", value_name = "DIR")]
    pub data_dir: PathBuf,

    /// Stores all data in a temporary directory and deletes it at the end.
    #[arg(long, conflicts_with = "data_dir")]
    pub ephemeral: bool,

    /// Does not create a demo organization.
    #[arg(long)]
    pub no_demo: bool,

    /// Runs only the AWS endpoint, without the gateway.
    #[arg(long, conflicts_with_all = ["aws_endpoint", "port"])]
    pub aws_only: bool,

    /// With --aws-only: sends the queue's batches and the sweep to the Lambda invoke endpoint at this URL.
    #[arg(long, value_name = "URL", requires = "aws_only")]
    pub loop_url: Option<String>,

    /// Uses the AWS endpoint at this URL instead of the embedded one, with AWS_REGION and the AWS credentials of the
    /// environment.
    #[arg(long, value_name = "URL", conflicts_with = "aws_port")]
    pub aws_endpoint: Option<String>,
}
