//! The specification of every tool, one file each, in five categories.

mod balance;
mod generation;
mod images;
mod inspirations;
mod persons;
mod records;

pub use self::{
    balance::{
        get_credit_history::{GetCreditHistory, GetCreditHistoryInput, GetCreditHistoryOutput},
        get_credits::{GetCredits, GetCreditsInput, GetCreditsOutput},
    },
    generation::{
        cancel_generation::{CancelGeneration, CancelGenerationInput, CancelGenerationOutput},
        generate_thumbnail::{GenerateThumbnail, GenerateThumbnailInput, GenerateThumbnailOutput},
        generate_variation::{GenerateVariation, GenerateVariationInput, GenerateVariationOutput},
        get_generation_status::{GetGenerationStatus, GetGenerationStatusInput},
        list_generations::{ListGenerations, ListGenerationsInput, ListGenerationsOutput},
        trigger_generation::{TriggerGeneration, TriggerGenerationInput, TriggerGenerationOutput},
    },
    images::{
        delete_image::{DeleteImage, DeleteImageInput, DeleteImageOutput},
        get_image::{GetImage, GetImageInput},
        list_images::{ListImages, ListImagesInput, ListImagesOutput},
        search_images::{SearchImages, SearchImagesInput, SearchImagesOutput},
        upload_image::{UploadImage, UploadImageInput, UploadImageOutput},
    },
    inspirations::{
        create_inspiration::{CreateInspiration, CreateInspirationInput, CreateInspirationOutput},
        delete_inspiration::{DeleteInspiration, DeleteInspirationInput, DeleteInspirationOutput},
        get_inspiration::{GetInspiration, GetInspirationInput},
        list_inspirations::{ListInspirations, ListInspirationsInput, ListInspirationsOutput},
    },
    persons::{
        create_person::{CreatePerson, CreatePersonInput},
        delete_person::{DeletePerson, DeletePersonInput, DeletePersonOutput},
        get_person::{GetPerson, GetPersonInput},
        list_persons::{ListPersons, ListPersonsInput, ListPersonsOutput},
    },
    records::{
        Costs, GenerationSummaryView, GenerationView, ImageView, InspirationView, ListedGenerationView, PersonView,
        PhotoView, Preflight, PreflightCheck, ReferenceHash, ReferenceId, Reproducibility, ThumbnailFailure,
        ThumbnailView, TransactionView, True, Unit,
    },
};
use crate::{ToolInfo, ToolTerms};

macro_rules! tools {
    ($($tool:ident),+ $(,)?) => {
        /// Every tool, in the order in which discovery lists them.
        pub static ALL: [ToolInfo; [$(stringify!($tool)),+].len()] = [$(ToolInfo::of::<$tool>()),+];

        /// The terms of every tool, in the same order.
        pub static TERMS: [ToolTerms; ALL.len()] = [$(ToolTerms::of::<$tool>()),+];
    };
}

tools![
    GenerateThumbnail,
    GetGenerationStatus,
    GenerateVariation,
    ListGenerations,
    CancelGeneration,
    TriggerGeneration,
    UploadImage,
    ListImages,
    GetImage,
    SearchImages,
    DeleteImage,
    CreateInspiration,
    ListInspirations,
    GetInspiration,
    DeleteInspiration,
    CreatePerson,
    ListPersons,
    GetPerson,
    DeletePerson,
    GetCredits,
    GetCreditHistory,
];

/// The terms of the tool of this name.
pub fn find(name: &str) -> Option<&'static ToolTerms> {
    TERMS.iter().find(|tool| tool.name == name)
}
